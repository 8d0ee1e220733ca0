"""`python -m discordant` is the command `discordant`."""

from discordant.cli import main

if __name__ == "__main__":
    main()

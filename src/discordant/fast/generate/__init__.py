"""Scripts that write the committed constants of the fast path; nothing imports them when discordant runs."""

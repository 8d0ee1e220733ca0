"""A program that does not speak the protocol at all: it ends at once."""

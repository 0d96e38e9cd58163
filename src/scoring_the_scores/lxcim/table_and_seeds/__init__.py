"""The room of the case file "A table and its seeds"."""

"""The room of the case file "127 papers"."""

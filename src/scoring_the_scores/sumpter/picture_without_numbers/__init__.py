"""The room of the case file "The picture without numbers"."""

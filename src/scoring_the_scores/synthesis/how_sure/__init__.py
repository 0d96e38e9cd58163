"""How sure are you?."""

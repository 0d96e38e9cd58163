"""The room of the chapter "Which metric? A guide"."""

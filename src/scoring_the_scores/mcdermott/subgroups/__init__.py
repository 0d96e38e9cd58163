"""The room of the chapter "Two groups by experiment"."""

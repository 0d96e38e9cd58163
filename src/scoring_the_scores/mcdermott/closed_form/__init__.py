"""The room of the chapter "Two groups in closed form"."""

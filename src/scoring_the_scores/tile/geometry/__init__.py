"""The room of the chapter "The geometry of ranking scores"."""

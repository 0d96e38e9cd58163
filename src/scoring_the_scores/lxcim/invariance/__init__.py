"""The room of the chapter "Invariance to local exchange of classes"."""

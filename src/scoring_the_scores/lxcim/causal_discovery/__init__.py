"""The room of the chapter "Causal discovery: a task that needs the invariance"."""

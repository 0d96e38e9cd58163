"""The room of the chapter "Costs and curves"."""

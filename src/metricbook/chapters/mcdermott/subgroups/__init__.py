"""The room of the chapter "Two groups, one metric: whom does optimisation serve?"."""

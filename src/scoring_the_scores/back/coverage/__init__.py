"""Coverage: how often the intervals of a report held the truth in a stored run of simulations."""

"""Checks of the claims of Piérard et al.'s paper on the Tile of ranking scores, by their place in it."""

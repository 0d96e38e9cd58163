"""Checks of the claims of Flach, Hernández-Orallo and Ferri's paper on AUC as expected loss, by their place in it."""

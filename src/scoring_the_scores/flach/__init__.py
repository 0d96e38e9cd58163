"""What the chapters share and their rooms: Flach, Hernández-Orallo and Ferri's paper on AUC as expected loss."""

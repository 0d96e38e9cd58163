"""The room of the chapter "Two areas: what AUROC and AUPRC charge for a mistake"."""

"""Checks of the claims of McDermott et al. on AUROC and AUPRC under class imbalance, by their place in the paper."""

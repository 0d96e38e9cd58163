"""What the chapters share and their rooms: McDermott et al. on AUROC and AUPRC under class imbalance."""

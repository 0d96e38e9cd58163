"""Your scores: predictions of three models of tumours, and what a report says of them."""

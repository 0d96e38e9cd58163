"""The checks and figures of the case file on the missing label."""

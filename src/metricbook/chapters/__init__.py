"""One function per claim: it recomputes the claim from the package and returns the evidence."""

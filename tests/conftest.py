"""Settings for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples on every machine, and no example is late because a machine is busy.
settings.register_profile(
    "book", deadline=None, derandomize=True, print_blob=False, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("book")

"""Every game installed keeps the laws."""

from parlour.testing.kit import *  # noqa: F403

"""How processes beside the tables give way. In a test nobody does: who has the lowest priority waits for ever.

The tests fill every processor of a machine, and a study asks for what they leave.
"""

from dataclasses import replace

from parlour.server.hall.pool import TERMS

SHIPPED = dict(TERMS)


def all_alike() -> None:
    """Whatever is begun from now on is as important as everything else."""
    TERMS.update({importance: replace(terms, nice=0) for importance, terms in SHIPPED.items()})


def as_shipped() -> None:
    """Each gives way as it does in a room."""
    TERMS.update(SHIPPED)

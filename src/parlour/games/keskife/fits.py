"""Which gestures fit which action of the pack in use, as data: for the policy, which knows no files."""

from parlour.games.keskife.pack import pack

FITS = tuple(tuple(entry.fits for entry in entries) for entries in pack().entries)  # by colour and entry, gestures as bits

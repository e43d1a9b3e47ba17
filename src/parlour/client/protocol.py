"""Words of the protocol, written by `make generated` from `server/wire`: change them there."""

SECRET = ("play", "plan", "why")  # requests whose length would tell what is played
COMMON = 1024  # bytes: they are brought to a multiple of them
# Reasons after which a table is closed to this client for good.
FINAL = ("removed", "elsewhere", "moved", "cleared", "closed", "expired", "old_version")

"""The limit on open files, and so on connections, of this process."""

from contextlib import suppress

try:
    import resource
except ImportError:  # on Windows, where the limit is no matter of the process
    resource = None  # type: ignore[assignment]

MOST = 1 << 20  # more are asked for by nobody; where the system says "unlimited", a number is needed
OWN = 64  # the database, its journal, threads, the page's files, and the listener
BACKLOG = 512  # connections that may wait to be accepted, all at once


def limit() -> int:
    """How many files may be open."""
    if resource is None:
        return MOST
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if soft == resource.RLIM_INFINITY else soft


def raise_limit() -> None:
    """Raise the soft limit on open files to the hard one."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # some systems name a hard limit that they do not grant
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def backlog(files: int) -> int:
    """How many connections may wait to be accepted where so many files may be open."""
    return min(BACKLOG, files // 8)


def connections(files: int) -> int:
    """How many connections are let in: a reserve stays for what waits to be accepted and for the server itself."""
    return max(1, files - backlog(files) - OWN)

"""A command under the filters of deploy/parlour.service: `python -m tests.server.confined COMMAND …`.

What the unit forbids is read from it and set as systemd does, by libseccomp, so that it is tried where no systemd runs too.
"""

import ctypes
import errno
import os
import re
import subprocess
import sys
from pathlib import Path

UNIT = Path(__file__).parents[2] / "deploy" / "parlour.service"

ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM  # SCMP_ACT_ALLOW, SCMP_ACT_ERRNO
MASKED = 7  # SCMP_CMP_MASKED_EQ
WRITE, EXECUTE = 0x2, 0x4  # PROT_WRITE, PROT_EXEC
SHM_EXECUTE = 0o100000  # SHM_EXEC


class _Argument(ctypes.Structure):
    """`scmp_arg_cmp`: an argument's number, how it is compared, a mask and a value."""

    _fields_ = (("arg", ctypes.c_uint), ("op", ctypes.c_int), ("mask", ctypes.c_uint64), ("value", ctypes.c_uint64))


def settings(name: str) -> list[str]:
    """What the unit says for a name, line by line."""
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)


def allowed() -> set[str]:
    """The system calls that are left: the first line allows, what follows takes away (~) or gives back."""
    left: set[str] = set()
    for line in settings("SystemCallFilter"):
        named = {call for word in line.removeprefix("~").split() for call in _calls(word)}
        left = left - named if line.startswith("~") else left | named
    return left | _calls("@default")


def _calls(word: str) -> set[str]:
    """A call, or all of a group as this machine's systemd has it."""
    if not word.startswith("@"):
        return {word}
    listed = subprocess.run(["systemd-analyze", "--no-pager", "syscall-filter", word], capture_output=True, text=True, check=True)
    inside = [line.split("#")[0].strip() for line in listed.stdout.splitlines()[1:]]
    return {call for one in filter(None, inside) for call in _calls(one)}


def confine() -> None:
    """Put the unit's filters on this process and all that it begins."""
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = [ctypes.c_uint32]
    rule = library.seccomp_rule_add_array
    rule.argtypes = [ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(_Argument)]
    if settings("MemoryDenyWriteExecute") == ["yes"]:
        memory = ctypes.c_void_p(library.seccomp_init(ALLOW))
        for name, argument, mask in (
            ("mmap", 2, WRITE | EXECUTE),
            ("mprotect", 2, EXECUTE),
            ("pkey_mprotect", 2, EXECUTE),
            ("shmat", 2, SHM_EXECUTE),
        ):
            one = _Argument(argument, MASKED, mask, mask)
            assert rule(memory, REFUSE, library.seccomp_syscall_resolve_name(name.encode()), 1, ctypes.byref(one)) == 0, name
        assert library.seccomp_load(memory) == 0
    calls = ctypes.c_void_p(library.seccomp_init(REFUSE))
    for name in allowed():
        number = library.seccomp_syscall_resolve_name(name.encode())
        if number >= 0:  # below: not on this machine
            assert rule(calls, ALLOW, number, 0, None) == 0, name
    assert library.seccomp_load(calls) == 0  # the last: it forbids to load another


if __name__ == "__main__":
    confine()
    os.execvp(sys.argv[1], sys.argv[1:])

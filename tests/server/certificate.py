"""A certificate for tests."""

import shutil
import subprocess
from pathlib import Path

from tests.conftest import require


def certified(folder: Path) -> tuple[Path, Path]:
    """A certificate of our own for 127.0.0.1, and its key."""
    if shutil.which("openssl") is None:
        require("openssl", "it makes the certificate")
    cert, key = folder / "cert.pem", folder / "key.pem"
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
    whose = ["-subj", "/CN=parlour", "-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(["openssl", "req", "-x509", *kind, *whose, "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key

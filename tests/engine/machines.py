"""A compiler and an emulator for arm64."""

import os
import shutil
import subprocess

from tests.installing import install

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
PACKAGES = ("gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "qemu-user")
MISSING = f"""\
This test runs code for arm64, and needs a cross compiler with its C library and an emulator, for example
    apt-get install {" ".join(PACKAGES)}        (Debian, Ubuntu)"""


def find() -> tuple[str, str] | None:
    """The paths of the cross compiler and of the emulator."""
    compiler, emulator = shutil.which(COMPILER), shutil.which(EMULATOR)
    if compiler is None or emulator is None:
        return None
    library = subprocess.run([compiler, "-print-file-name=libc.a"], capture_output=True, text=True, check=True)
    return (compiler, emulator) if os.path.isabs(library.stdout) else None


def find_or_install() -> tuple[str, str]:
    """The same; where we may, Debian's are installed for it. Otherwise says what to install."""
    install(lambda: find() is None, *PACKAGES)
    found = find()
    if found is None:
        raise RuntimeError(MISSING)
    return found

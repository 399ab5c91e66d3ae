"""Keys: who may sit, look, or come back. The server keeps only their hashes."""

import hashlib
import re
import secrets
from collections.abc import Sequence

KEY = re.compile(r"[A-Za-z0-9_-]{22,128}")
"""At least 128 bits in base 64; hexadecimal digits are as welcome."""
TABLE_ID = re.compile(r"[a-z2-7]{10}")
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


def new_key() -> str:
    """A key that can't be guessed: 192 bits."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """A short public name for a table. It opens nothing."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def new_address() -> str:
    """A public name under which a game can be looked at: 80 bits, which nobody guesses."""
    return "".join(secrets.choice(ALPHABET) for _ in range(16))


def hashed(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def hashes(keys: Sequence[str]) -> frozenset[str]:
    """The hashes of those keys that can be keys at all."""
    return frozenset(hashed(key) for key in keys if KEY.fullmatch(key))

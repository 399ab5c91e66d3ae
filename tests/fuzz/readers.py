"""Every reader of text that comes from outside."""

from collections.abc import Mapping

from game_texts import GAME_TEXTS
from house_speech import HOUSE_SPEECH
from messages_sent import MESSAGES_SENT
from raw_bytes import RAW_BYTES
from reader import Reader
from stored_files import STORED_FILES

READERS: Mapping[str, Reader] = {
    **GAME_TEXTS,
    **MESSAGES_SENT,
    **RAW_BYTES,
    **HOUSE_SPEECH,
    **STORED_FILES,
}

"""Files of a solved game on a disk, which may be damaged or cut."""

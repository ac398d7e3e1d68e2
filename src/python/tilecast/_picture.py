"""Pictures as arrays that notebooks show."""

import struct
import zlib

import numpy as np


class Picture(np.ndarray):
    """uint8 pixels, height × width × 4: red, green, blue and alpha (not premultiplied); the first row is the top.

    camera: the view as a recipe has it, for `render(..., camera=picture.camera)`; notes: lines that were said.
    """

    def __new__(cls, pixels, camera=None, notes=()):
        picture = np.asarray(pixels).view(cls)
        picture.camera = camera
        picture.notes = list(notes)
        return picture

    def __array_finalize__(self, source):
        self.camera = getattr(source, "camera", None)
        self.notes = getattr(source, "notes", [])

    def save(self, path):
        """Writes a PNG."""
        with open(path, "wb") as file:
            file.write(self._repr_png_())

    def _repr_png_(self):
        if self.dtype != np.uint8 or self.ndim != 3 or self.shape[2] != 4:
            return None
        height, width, _ = self.shape
        is_opaque = bool((self[..., 3] == 255).all())
        rows = np.ascontiguousarray(self[..., :3] if is_opaque else self).reshape(height, -1).view(np.ndarray)
        # Each row begins with its filter: none.
        lines = np.zeros((height, rows.shape[1] + 1), np.uint8)
        lines[:, 1:] = rows
        header = struct.pack(">IIBBBBB", width, height, 8, 2 if is_opaque else 6, 0, 0, 0)
        chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 6)), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
        )

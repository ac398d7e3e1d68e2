"""Makes small TIFF files in compressions that few programs write, with tifffile, imagecodecs and Pillow, and tells what tifffile and
Pillow read of them. Writes test/files/volumes/tiff/foreign-tiff.json, and JPEG 2000 pictures beside it in pictures/foreign-jp2.json."""
import base64
import io
import json
import lzma
from pathlib import Path

import imagecodecs
import numpy as np
import tifffile
from PIL import Image

OUT = Path(__file__).parents[2] / "test/files/volumes/tiff/foreign-tiff.json"
RAMP = (np.arange(2 * 17 * 19) * 7 % 251).astype("u1").reshape(2, 17, 19)
SMOOTH = np.add.outer(np.arange(17) * 6, np.arange(19) * 8).astype("u1")
COLOURS = np.stack([SMOOTH, SMOOTH[::-1], 255 - SMOOTH], -1)
GREY = {"photometric": "minisblack"}


def write(pixels, **options):
    target = io.BytesIO()
    tifffile.imwrite(target, pixels, **options)
    return target.getvalue()


def write_by_pillow(pixels, **options):
    target = io.BytesIO()
    Image.fromarray(pixels).save(target, "TIFF", **options)
    return target.getvalue()


def entry(name, content, values, tolerance=0, **options):
    """values as [k, j, i]"""
    return {
        "name": name,
        "input": "a.tif",
        "files": {"a.tif": base64.b64encode(content).decode()},
        "sizes": list(values.shape[::-1]),
        "values": [int(value) for value in values.ravel()],
        "tolerance": tolerance,
        "options": options,
    }


def grey(name, content, tolerance=0):
    return entry(name, content, tifffile.imread(io.BytesIO(content)), tolerance)


def colours(name, content, tolerance):
    pixels = np.asarray(Image.open(io.BytesIO(content)))
    return [entry(f"{name}, channel {c}", content, pixels[None, :, :, c], tolerance, component=c) for c in range(3)]


def colours_by_tifffile(name, content):
    pixels = tifffile.imread(io.BytesIO(content))
    return [entry(f"{name}, channel {c}", content, pixels[None, :, :, c], component=c) for c in range(pixels.shape[-1])]


def write_tiles(pixels, encode, compression, **tags):
    """Tiles that this codes by itself, since tifffile writes JPEG 2000 of one kind alone."""
    target = io.BytesIO()
    data = [encode(np.ascontiguousarray(pixels[j : j + 16, i : i + 16])) for j in range(0, 32, 16) for i in range(0, 32, 16)]
    tifffile.imwrite(target, iter(data), shape=pixels.shape, dtype=pixels.dtype, tile=(16, 16), compression=compression, **tags)
    return target.getvalue()


def jpeg_2000(pixels):
    return imagecodecs.jpeg2k_encode(pixels, level=0, codecformat="j2k")


def lzma_with_delta(pixels):
    """As libtiff writes it: by a delta filter of a sample's bytes."""
    filters = [{"id": lzma.FILTER_DELTA, "dist": pixels.itemsize}, {"id": lzma.FILTER_LZMA2, "preset": 6}]
    return lzma.compress(pixels.tobytes(), lzma.FORMAT_XZ, lzma.CHECK_NONE, filters=filters)


TILED = np.add.outer(np.arange(32) * 7, np.arange(32) * 5).astype("u2")
white = write(RAMP > 100, photometric="miniswhite")
entries = [
    grey("Zstandard", write(RAMP, compression="zstd", **GREY)),
    grey("Zstandard, tiles of 16 bits with a predictor", write(RAMP * np.uint16(9), compression="zstd", predictor=True, tile=(16, 16), **GREY)),
    grey("JPEG in grey", write(np.stack([SMOOTH, SMOOTH // 2]), compression="jpeg", **GREY), 2),
    *colours("JPEG in colours, tiles", write(COLOURS, compression="jpeg", photometric="rgb", tile=(16, 16)), 3),
    *colours("JPEG of Pillow", write_by_pillow(COLOURS, compression="jpeg", quality=95), 3),
    grey("LZMA", write(RAMP, compression="lzma", **GREY)),
    entry("LZMA of libtiff", write_tiles(TILED, lzma_with_delta, "lzma", **GREY), TILED[None]),
    grey("JPEG 2000", write(RAMP, compression="jpeg2000", **GREY)),
    entry("JPEG 2000 of 16 bits in tiles", write_tiles(TILED * 90, jpeg_2000, 34712, **GREY), TILED[None] * 90),
    *colours_by_tifffile("WebP", write(COLOURS, compression="webp", compressionargs={"lossless": True, "level": 100}, photometric="rgb")),
    *colours_by_tifffile("WebP, tiles with opacity", write(np.dstack([np.tile(COLOURS, (2, 2, 1)), np.full((34, 38), 200, "u1")]), compression="webp", compressionargs={"lossless": True, "level": 100}, photometric="rgb", tile=(16, 16), extrasamples=["unassalpha"])),
    grey("one bit", write(RAMP > 100, **GREY)),
    entry("one bit, of which 0 is white", white, 1 - tifffile.imread(io.BytesIO(white)).astype("u1")),
    entry("one bit of Pillow", write_by_pillow(RAMP[0] > 100), (RAMP[:1] > 100).astype("u1")),
]
OUT.write_text("[\n" + ",\n".join(json.dumps(each) for each in entries) + "\n]\n")

PICTURES = {
    "grey of 8 bits": (RAMP[0], {}),
    "grey of 12 bits": (TILED[:9, :11] * 11 % 4096, {"bitspersample": 12}),
    "grey of 16 bits, a bare codestream": (TILED[:9, :11] * 90, {"codecformat": "j2k"}),
    "colours": (COLOURS, {}),
    "colours that the codestream turns": (COLOURS, {"mct": True}),
}
pictures = [
    {
        "name": name,
        "file": base64.b64encode(imagecodecs.jpeg2k_encode(np.ascontiguousarray(pixels), level=0, **{"codecformat": "jp2", **options})).decode(),
        "sizes": [pixels.shape[1], pixels.shape[0], 1],
        "channels": [[int(value) for value in channel.ravel()] for channel in np.atleast_3d(pixels).transpose(2, 0, 1)],
    }
    for name, (pixels, options) in PICTURES.items()
]
(OUT.parents[1] / "pictures/foreign-jp2.json").write_text("[\n" + ",\n".join(json.dumps(each) for each in pictures) + "\n]\n")

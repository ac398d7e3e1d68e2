"""Makes small TIFF files in compressions that few programs write, with tifffile, imagecodecs and Pillow, and tells what tifffile and
Pillow read of them. Writes test/files/volumes/tiff/foreign-tiff.json."""
import base64
import io
import json
from pathlib import Path

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


white = write(RAMP > 100, photometric="miniswhite")
entries = [
    grey("Zstandard", write(RAMP, compression="zstd", **GREY)),
    grey("Zstandard, tiles of 16 bits with a predictor", write(RAMP * np.uint16(9), compression="zstd", predictor=True, tile=(16, 16), **GREY)),
    grey("JPEG in grey", write(np.stack([SMOOTH, SMOOTH // 2]), compression="jpeg", **GREY), 2),
    *colours("JPEG in colours, tiles", write(COLOURS, compression="jpeg", photometric="rgb", tile=(16, 16)), 3),
    *colours("JPEG of Pillow", write_by_pillow(COLOURS, compression="jpeg", quality=95), 3),
    grey("one bit", write(RAMP > 100, **GREY)),
    entry("one bit, of which 0 is white", white, 1 - tifffile.imread(io.BytesIO(white)).astype("u1")),
    entry("one bit of Pillow", write_by_pillow(RAMP[0] > 100), (RAMP[:1] > 100).astype("u1")),
]
OUT.write_text("[\n" + ",\n".join(json.dumps(each) for each in entries) + "\n]\n")

"""Pictures by the process that renders."""

from __future__ import annotations

import difflib
import io
import json
import os
from typing import TYPE_CHECKING

import numpy as np

from ._errors import InputError
from ._inputs import locate
from ._options import RenderOptions, SlicesOptions
from ._picture import Picture
from ._service import shared_service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing_extensions import Unpack

_VERSION = 1


def render(volume, *others, output="pixels", service=None, **options: Unpack[RenderOptions]):
    """Renders volumes and meshes.

    volume, others: paths of files and folders, addresses of stores, NumPy arrays (see `tilecast.volume` for `spacing`, `origin` and
    `affine`), images of nibabel, SimpleITK or ITK, zarr and xarray arrays, tensors and other arrays, PyVista's grids and meshes, trimesh's meshes, pairs of
    vertices and triangles. mask: any of those that is a volume of labels, or a mesh.
    output: "pixels" (a `Picture`, uint8 height × width × 4), "png", "jpeg" or "webp" (bytes), or the name of an array: "color", "depth", "normals",
    "labels", "triangles", "values".
    options: those of `tilecast render`, with underscores for hyphens; see `tilecast.schema()`. camera: as `Picture.camera`.

    Raises InputError for what is wrong, and warns with TilecastWarning of guesses.
    """
    return _ask("render", (volume, *others), output, service, options)


def slices(volume, *others, output="pixels", service=None, **options: Unpack[SlicesOptions]):
    """Draws slices of volumes, as `tilecast slices` does; inputs and errors are those of `render`."""
    return _ask("slices", (volume, *others), output, service, options)


def turntable(volume, *others, frames=36, service=None, **options: Unpack[RenderOptions]) -> Iterator[Picture]:
    """The frames of a turn around what is shown, one after the other, with one fit for all."""
    options = dict(options)
    inputs = [locate(thing, options) for thing in (volume, *others)]
    for frame in range(frames):
        yield _ask("render", inputs, "pixels", service, options, turntable=frames, frame=frame)


def schema(of="render", *, service=None):
    """The JSON Schema of recipes, of which all but `inputs` are options: of "render" or of "slices"."""
    head, _ = (service or shared_service()).ask("schema", of=of)
    return head["schema"]


def _ask(kind, things, output, service, options, **more):
    left = dict(options)
    inputs = [locate(thing, left) for thing in things]
    if left.get("mask") is not None:
        left["mask"] = locate(left["mask"], left)
    if _is_path(left.get("transfer")):
        with open(left["transfer"], encoding="utf8") as file:
            left["transfer"] = json.load(file)
    stray = next((name for name in ("affine", "origin") if left.get(name) is not None), None)
    if stray is not None:
        raise InputError(f"{stray}: is for arrays, and there is none")
    _refuse_unknown(kind, left)
    named = {name.replace("_", "-"): value for name, value in left.items() if value is not None}
    recipe = {"version": _VERSION, "inputs": inputs, **named}
    head, body = (service or shared_service()).ask(kind, recipe=recipe, output=output, **more)
    if output in ("png", "jpeg", "webp"):
        return bytes(body)
    array = _read_npy(body)
    return Picture(array, head.get("camera"), head["notes"]) if output == "pixels" else array


def _refuse_unknown(kind, options):
    """Names the option that is nearest to one that there is not."""
    known = (SlicesOptions if kind == "slices" else RenderOptions).__annotations__
    for name in options:
        near = difflib.get_close_matches(name.replace("-", "_"), known, 1)
        if near and name.replace("-", "_") not in known:
            raise InputError(f"{name}: is no option of {kind}; did you mean {near[0]}?")


def _is_path(transfer):
    return isinstance(transfer, os.PathLike) or (isinstance(transfer, str) and transfer.endswith(".json"))


def _read_npy(body):
    """The array in the memory that it came in."""
    file = io.BytesIO(memoryview(body)[:1024])
    version = np.lib.format.read_magic(file)
    if version != (1, 0):
        raise InputError(f"the answer is of version {version} of NumPy's format")
    shape, _, kind = np.lib.format.read_array_header_1_0(file)
    return np.frombuffer(body, kind, offset=file.tell()).reshape(shape)

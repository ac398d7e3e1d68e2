"""Renders volumes and triangle meshes, with or without a GPU: https://www.npmjs.com/package/tilecast in Python.

    import tilecast
    picture = tilecast.render("head.nii.gz", transfer="bone", size=(512, 512))
    tilecast.render(array, spacing=(0.5, 0.5, 1.0)).save("array.png")

Options are those of the command line, with underscores for hyphens. The first call starts Node and keeps it.
"""

from ._commands import closest, convert, info, intersect, measure
from ._errors import DeviceError, InputError, TilecastError, TilecastWarning
from ._inputs import Volume, volume
from ._options import VERSION as __version__
from ._picture import Picture
from ._pictures import render, schema, slices, turntable
from ._service import Service
from ._view import page, view

__all__ = [
    "DeviceError",
    "InputError",
    "Picture",
    "Service",
    "TilecastError",
    "TilecastWarning",
    "Volume",
    "closest",
    "convert",
    "info",
    "intersect",
    "measure",
    "page",
    "render",
    "schema",
    "slices",
    "turntable",
    "view",
    "volume",
]

"""Volumes and meshes of other packages as files that the process which renders reads.

None of these packages is imported: objects are known by what they have.
"""

import atexit
import hashlib
import os
import re
import shutil
import tempfile
import threading
import warnings
from collections import OrderedDict

import numpy as np

from ._errors import InputError, TilecastWarning

_NRRD_TYPES = {
    "uint8": "uint8",
    "int8": "int8",
    "uint16": "uint16",
    "int16": "int16",
    "uint32": "uint32",
    "int32": "int32",
    "float32": "float",
    "float64": "double",
}
_KEPT_BYTES_MAX = 2 << 30


class Volume:
    """Voxels in a file that the process which renders has in memory after the first picture: nothing is copied for the next."""

    def __init__(self, path):
        self._path = path

    def __fspath__(self):
        return self._path


def volume(array, *, spacing=None, origin=None, affine=None):
    """Hands over voxels, for several pictures of them.

    array: `array[k, j, i]`, as NumPy, scikit-image and SimpleITK have them, with the distances of voxels along i, j and k in
    `spacing` and the centre of the first one in `origin`; or, with `affine`, `array[i, j, k]` and a 4 × 4 matrix from these to RAS+
    millimetres, as nibabel has them. A fourth axis of 3 or 4 bytes is red, green, blue and alpha. Masked voxels are missing. Or any
    object that `render` takes.
    """
    if isinstance(array, np.ndarray):
        return Volume(_keep(*_nrrd_of_array(array, spacing, origin, affine)))
    return Volume(locate(array, {}))


def locate(thing, options):
    """The path of an input. Takes what it uses of the options. Raises InputError for what is neither a volume nor a mesh."""
    if isinstance(thing, (str, os.PathLike)):
        path = os.fspath(thing)
        # Relative to this process, wherever the other one was started.
        return path if "://" in path else os.path.abspath(path)
    for is_one, to_file in _KINDS:
        if is_one(thing):
            return _keep(*to_file(thing, options))
    raise InputError(f"{type(thing).__module__}.{type(thing).__name__}: is no volume and no mesh that tilecast knows")


def _has(*names):
    return lambda thing: all(hasattr(thing, name) for name in names)


def _of_array(array, options):
    geometry = {name: options.pop(name, None) for name in ("spacing", "origin", "affine")}
    return _nrrd_of_array(array, **geometry)


def _of_nibabel(image, options):
    time = int(options.pop("time", 0) or 0)
    proxy = image.dataobj
    shape = proxy.shape
    if len(shape) > 3:
        steps = shape[3]
        if not 0 <= time < steps:
            raise InputError(f"time: the image has {steps} points in time, from 0 to {steps - 1}")
        voxels = np.asanyarray(proxy[(slice(None), slice(None), slice(None), time) + (0,) * (len(shape) - 4)])
    else:
        voxels = np.asanyarray(proxy)
    return _nrrd_of_array(voxels, None, None, np.asarray(image.affine))


def _of_simpleitk(image, _):
    import SimpleITK

    voxels = SimpleITK.GetArrayViewFromImage(image)
    return _nrrd_of_itk(voxels, image.GetSpacing(), image.GetOrigin(), image.GetDirection())


def _of_itk(image, _):
    import itk

    voxels = itk.array_view_from_image(image)
    direction = np.asarray(itk.array_from_matrix(image.GetDirection())).ravel()
    return _nrrd_of_itk(voxels, list(image.GetSpacing()), list(image.GetOrigin()), direction)


def _nrrd_of_itk(voxels, spacing, origin, direction):
    if len(spacing) != 3:
        raise InputError(f"the image has {len(spacing)} axes, and a volume has 3")
    # Columns are the axes i, j and k.
    columns = np.asarray(direction, float).reshape(3, 3) * np.asarray(spacing, float)
    return _nrrd(voxels, columns.T, origin, "left-posterior-superior")


def _of_xarray(array, options):
    """Axes by their names where they are z, y and x; spacings by their coordinates."""
    names = [str(name).lower() for name in array.dims]
    if sorted(names) == ["x", "y", "z"]:
        array = array.transpose(*(array.dims[names.index(name)] for name in "zyx"))
    steps = []
    for name in reversed(array.dims):
        places = np.asarray(array.coords[name].values if name in array.coords else np.arange(array.sizes[name]))
        if places.dtype.kind not in "iuf":
            raise InputError(f"{name}: its coordinates are no numbers; give the bare array")
        places = places.astype(float)
        gaps = np.diff(places)
        if len(gaps) > 0 and (not np.allclose(gaps, gaps[0], rtol=1e-3) or gaps[0] == 0):
            raise InputError(f"{name}: its coordinates are not evenly spaced; interpolate them, or give the bare array")
        steps.append((gaps[0] if len(gaps) > 0 else 1.0, places[0]))
    voxels = np.asarray(array.values)
    if voxels.ndim != 3:
        raise InputError(f"the array has {voxels.ndim} axes, and a volume has 3")
    for axis, (step, _) in enumerate(reversed(steps)):
        if step < 0:
            voxels = np.flip(voxels, axis)
    spacing = [abs(step) for step, _ in steps]
    origin = [start if step > 0 else start + step * (size - 1) for (step, start), size in zip(steps, reversed(voxels.shape))]
    options = {"spacing": spacing, "origin": origin, **{name: options.pop(name) for name in ("spacing", "origin") if name in options}}
    return _nrrd_of_array(voxels, options["spacing"], options["origin"], None)


def _of_zarr(array, options):
    return _of_array(np.asarray(array[...]), options)


def _of_array_like(thing, options):
    return _of_array(np.asarray(thing), options)


def _of_image_data(grid, _):
    """A regular grid of PyVista."""
    values = grid.active_scalars
    if values is None:
        raise InputError("the grid has no active scalars")
    points = tuple(grid.dimensions)
    is_of_points = len(values) == int(np.prod(points))
    sizes = points if is_of_points else tuple(max(1, size - 1) for size in points)
    spacing = np.asarray(grid.spacing, float)
    origin = np.asarray(grid.origin, float) + (0 if is_of_points else spacing / 2)
    voxels = np.asarray(values).reshape(tuple(reversed(sizes)) + values.shape[1:])
    return _nrrd(voxels, np.diag(spacing), origin, None)


def _of_poly_data(mesh, _):
    triangles = np.asarray(mesh.triangulate().faces).reshape(-1, 4)[:, 1:]
    return _ply(mesh.points, triangles)


def _of_trimesh(mesh, _):
    visual = getattr(mesh, "visual", None)
    colors = visual.vertex_colors if getattr(visual, "kind", None) == "vertex" else None
    return _ply(mesh.vertices, mesh.faces, colors)


def _of_pair(pair, _):
    return _ply(*pair)


def _is_pair(thing):
    return isinstance(thing, (tuple, list)) and len(thing) == 2 and all(np.ndim(part) == 2 for part in thing)


_KINDS = [
    (lambda thing: isinstance(thing, np.ndarray), _of_array),
    (_is_pair, _of_pair),
    (_has("dataobj", "affine"), _of_nibabel),
    (_has("GetDirection", "GetSpacing", "GetPixelIDTypeAsString"), _of_simpleitk),
    (_has("GetDirection", "GetSpacing", "GetLargestPossibleRegion"), _of_itk),
    (_has("dims", "coords", "values"), _of_xarray),
    (_has("dimensions", "spacing", "active_scalars"), _of_image_data),
    (_has("points", "triangulate"), _of_poly_data),
    (_has("vertices", "faces"), _of_trimesh),
    (_has("shape", "dtype", "chunks"), _of_zarr),
    (_has("__array__"), _of_array_like),
]


def _nrrd_of_array(array, spacing, origin, affine):
    if affine is None:
        _tell_from_picture(array)
        steps = np.ones(3) if spacing is None else np.asarray(spacing, float)
        if steps.shape != (3,) or not (steps > 0).all():
            raise InputError("spacing: must be three positive numbers, along i, j and k")
        return _nrrd(array, np.diag(steps), np.zeros(3) if origin is None else origin, None)
    if spacing is not None or origin is not None:
        raise InputError("affine: holds the spacing and the origin; leave them out")
    matrix = np.asarray(affine, float)
    if matrix.shape != (4, 4):
        raise InputError("affine: must be 4 × 4")
    # The transpose shares its memory, and is array[k, j, i].
    axes = (2, 1, 0, *range(3, array.ndim))
    if array.ndim < 3:
        raise InputError(f"the array has {array.ndim} axes, and a volume has 3")
    return _nrrd(array.transpose(axes), matrix[:3, :3].T, matrix[:3, 3], "right-anterior-superior")


def _tell_from_picture(array):
    """Arrays that are shaped as pictures in colours are volumes: that is said."""
    if array.ndim == 3 and array.shape[2] in (3, 4) and array.dtype == np.uint8:
        shape = " × ".join(map(str, array.shape))
        note = f"the array: {shape} bytes are a volume of {array.shape[2]} columns; array[None] is a picture in colours"
        warnings.warn(note, TilecastWarning, stacklevel=2)


def _nrrd(voxels, directions, origin, space):
    """The header and the voxels of a file. voxels[k, j, i]; directions are those of i, j and k."""
    voxels = _to_known_type(_without_masked(voxels))
    if voxels.ndim == 2:
        voxels = voxels[np.newaxis]
    is_color = voxels.ndim == 4 and voxels.shape[3] in (3, 4) and voxels.dtype == np.uint8
    if voxels.ndim != 3 and not is_color:
        raise InputError(f"the array has the shape {voxels.shape}, and a volume has three axes (of colours, 3 or 4 bytes more)")
    origin = np.asarray(origin, float)
    if origin.shape != (3,):
        raise InputError("origin: must be three numbers")
    vector = lambda one: f"({','.join(repr(float(part)) for part in one)})"  # noqa: E731
    rows = [vector(one) for one in directions]
    kinds = ["domain"] * 3
    sizes = [str(size) for size in reversed(voxels.shape[:3])]
    if is_color:
        count = voxels.shape[3]
        rows, sizes = ["none", *rows], [str(count), *sizes]
        kinds = ["RGB-color" if count == 3 else "RGBA-color", *kinds]
    header = [
        "NRRD0004",
        f"type: {_NRRD_TYPES[voxels.dtype.name]}",
        f"dimension: {len(sizes)}",
        f"space: {space}" if space else "space dimension: 3",
        f"sizes: {' '.join(sizes)}",
        f"space directions: {' '.join(rows)}",
        f"kinds: {' '.join(kinds)}",
        "endian: little",
        "encoding: raw",
        f"space origin: {vector(origin)}",
    ]
    return "nrrd", "\n".join(header).encode() + b"\n\n", np.ascontiguousarray(voxels, voxels.dtype.newbyteorder("<"))


def _without_masked(voxels):
    """Masked voxels are NaN, which is shown as missing."""
    if not np.ma.is_masked(voxels):
        return np.asarray(voxels)
    kind = voxels.dtype if voxels.dtype.kind == "f" else np.float32 if voxels.dtype.itemsize <= 2 else np.float64
    return voxels.astype(kind).filled(np.nan)


def _to_known_type(voxels):
    kind = voxels.dtype
    if kind.newbyteorder("=").name in _NRRD_TYPES:
        return voxels
    if kind == bool:
        return voxels.astype(np.uint8)
    if kind.kind == "f":
        return voxels.astype(np.float32 if kind.itemsize < 4 else np.float64)
    if kind.kind in "iu":
        limits = np.iinfo(np.int32)
        low, high = (int(voxels.min()), int(voxels.max())) if voxels.size else (0, 0)
        return voxels.astype(np.int32 if limits.min <= low and high <= limits.max else np.float64)
    raise InputError(f"the array has the type {kind}, and voxels are integers, floats or booleans")


def _ply(vertices, triangles, colors=None):
    points = np.ascontiguousarray(vertices, "<f4")
    corners = np.ascontiguousarray(triangles, "<i4")
    if points.ndim != 2 or points.shape[1] != 3 or corners.ndim != 2 or corners.shape[1] != 3:
        raise InputError("a mesh is vertices (N × 3) and triangles (M × 3)")
    columns = [("position", "<f4", 3)]
    names = ["property float x", "property float y", "property float z"]
    if colors is not None and len(colors) == len(points):
        columns.append(("color", "u1", 3))
        names += ["property uchar red", "property uchar green", "property uchar blue"]
    table = np.zeros(len(points), columns)
    table["position"] = points
    if len(columns) > 1:
        table["color"] = np.asarray(colors)[:, :3]
    faces = np.zeros(len(corners), [("count", "u1"), ("corners", "<i4", 3)])
    faces["count"] = 3
    faces["corners"] = corners
    header = [
        *("ply", "format binary_little_endian 1.0"),
        *(f"element vertex {len(points)}", *names),
        *(f"element face {len(corners)}", "property list uchar int vertex_indices", "end_header"),
    ]
    return "ply", "\n".join(header).encode() + b"\n", table.tobytes() + faces.tobytes()


_kept = OrderedDict()
_lock = threading.Lock()
_folder = None
_owner = None


def _keep(extension, header, body):
    """Writes a file, unless the same is there, and returns its path."""
    content = memoryview(body).cast("B") if isinstance(body, (bytes, bytearray)) else memoryview(body.reshape(-1).view(np.uint8))
    digest = hashlib.sha256(header)
    digest.update(content)
    name = f"{digest.hexdigest()[:32]}.{extension}"
    with _lock:
        path = os.path.join(_open_folder(), name)
        if name not in _kept:
            with open(path, "wb") as file:
                file.write(header)
                file.write(content)
            _kept[name] = len(header) + len(content)
        _kept.move_to_end(name)
        while sum(_kept.values()) > _KEPT_BYTES_MAX and len(_kept) > 1:
            oldest, _ = _kept.popitem(last=False)
            os.remove(os.path.join(_folder, oldest))
    return path


def name_arrays(message):
    """A message in which the files of arrays and meshes are not named by their paths."""
    if _folder is None:
        return message
    return re.sub(re.escape(_folder + os.sep) + r"\w+\.(?:nrrd|ply)", "the array", message)


def _open_folder():
    """A folder of this process, in memory where the system has such a place."""
    global _folder, _owner
    if _folder is None or _owner != os.getpid():
        shared = "/dev/shm"
        parent = shared if os.access(shared, os.W_OK) and shutil.disk_usage(shared).free > _KEPT_BYTES_MAX else None
        _folder, _owner = tempfile.mkdtemp(prefix="tilecast-python-", dir=parent), os.getpid()
        _kept.clear()
        atexit.register(_remove, _folder, _owner)
    return _folder


def _remove(folder, owner):
    if owner == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)

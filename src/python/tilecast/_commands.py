"""Commands that need no picture: a process of the command line each."""

import json
import os
import subprocess
import tempfile

import numpy as np

from ._errors import DeviceError, InputError, TilecastError
from ._inputs import locate
from ._program import find_command

_ERRORS = {2: InputError, 3: DeviceError}


def run(*args):
    """Runs `tilecast ARGS…` and returns what it prints. Raises what its exit code says."""
    return _run(args).stdout


def run_saying(*args):
    """Runs `tilecast ARGS…` and returns the lines that it says on standard error. Raises as `run` does."""
    return _lines_of(_run(args))


def _run(args):
    done = subprocess.run([*find_command(), *map(str, args)], capture_output=True)
    if done.returncode != 0:
        lines = _lines_of(done) or [f"ends with code {done.returncode}"]
        raise _ERRORS.get(done.returncode, TilecastError)(lines[-1])
    return done


def _lines_of(done):
    return [line.removeprefix("tilecast: ") for line in done.stderr.decode(errors="replace").strip().splitlines()]


def info(thing):
    """What is in a volume, a mesh or a folder of DICOM files, as `tilecast info --json` says it: a dict."""
    return json.loads(run("info", locate(thing, {}), "--json"))


def convert(thing, output, **options):
    """Writes a volume or a mesh in the format of the output's name; options are those of `tilecast convert`."""
    run("convert", locate(thing, options), "-o", os.path.abspath(os.fspath(output)), *flags_of(options))


def measure(question, *meshes, **options):
    """Measures meshes as `tilecast measure` does: a dict, of arrays for "vertices", "thickness" and "collisions"."""
    command = ["measure", question, *(locate(mesh, {}) for mesh in meshes), *flags_of(options)]
    return json.loads(run(*command)) if question == "distance" else _arrays(command)


def intersect(mesh, starts, ends, *, mode="barycentric"):
    """Where segments (N × 3 starts, N × 3 ends) cross a mesh: a dict of arrays.

    mode: boolean, barycentric or intercept_count; see the reference of the command line.
    """
    rays = np.ascontiguousarray(np.concatenate([_points("starts", starts), _points("ends", ends)], axis=1))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rays.csv")
        np.savetxt(path, rays, "%.9g", ",")
        return _arrays(["intersect", "--mesh", locate(mesh, {}), "--rays", path, "--mode", mode])


def closest(mesh, points, *, nearest=1):
    """The triangles of a mesh that are nearest to points (N × 3), and where on them: a dict of arrays."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "points.csv")
        np.savetxt(path, _points("points", points), "%.9g", ",")
        return _arrays(["intersect", "--mesh", locate(mesh, {}), "--closest", path, "--nearest", nearest])


def _points(name, points):
    array = np.asarray(points, np.float32)
    if array.ndim != 2 or array.shape[1] != 3:
        raise InputError(f"{name}: must be N × 3")
    return array


def _arrays(command):
    with tempfile.TemporaryDirectory() as folder:
        run(*command, "--out", folder, "--format", "npy")
        names = sorted(name for name in os.listdir(folder) if name.endswith(".npy"))
        return {name.removesuffix(".npy"): np.load(os.path.join(folder, name)) for name in names}


def flags_of(options):
    """Options as the command line has them."""
    flags = []
    for name, value in options.items():
        flag = f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            flags.append(flag if value else flag.replace("--", "--no-", 1))
        elif value is not None:
            many = isinstance(value, (list, tuple, np.ndarray))
            flags += [flag, ",".join(map(str, value)) if many else str(value)]
    return flags

"""The Python package against the command line, and against what arrays say of themselves. Run by python.long.test.ts."""

import importlib.util
import json
import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
import urllib.request
import warnings
from pathlib import Path

import numpy as np

import tilecast
from tilecast import _program
from tilecast._inputs import locate

VOLUMES = Path(__file__).resolve().parents[2] / "volumes"
HEAD = VOLUMES / "head-phantom.nrrd"
KNOT = VOLUMES / "knot.ply"
SIZE = {"size": (48, 40)}

warnings.simplefilter("ignore", tilecast.TilecastWarning)


def run(*args):
    return subprocess.run([*_program.find_command(), *map(str, args)], check=True, capture_output=True).stdout


def render_by_command(*args):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "out.png")
        run("render", *args, "--size", "48x40", "-o", path)
        return path.read_bytes()


def fiducials():
    """array[k, j, i] with a bright block at the low end of each axis and one more of another size far along i."""
    array = np.zeros((10, 8, 12), np.int16)
    array[1:3, 1:3, 1:3] = 900
    array[1:2, 1:3, 8:11] = 500
    array[7:9, 5:6, 1:3] = 300
    return array


class Pictures(unittest.TestCase):
    def test_are_those_of_the_command_line(self):
        cases = [
            ({}, []),
            ({"azimuth": 40, "transfer": "bone"}, ["--azimuth", "40", "--transfer", "bone"]),
            ({"mode": "mip", "window": (0, 200)}, ["--mode", "mip", "--window", "0,200"]),
            ({"mode": "isosurface", "iso": 500, "quality": "plain"}, ["--mode", "isosurface", "--iso", "500", "--quality", "plain"]),
            ({"crop": "0:54,:,:", "background": "white"}, ["--crop", "0:54,:,:", "--background", "white"]),
            ({"clip": [(1, 0, 0, 0), (0, 1, 0, 5)]}, ["--clip", "1,0,0,0", "--clip", "0,1,0,5"]),
            ({"title": None, "overlay": ("scale-bar",)}, ["--overlay", "scale-bar"]),
            ({"shade": False}, ["--no-shade"]),
        ]
        for options, args in cases:
            with self.subTest(args=args):
                made = tilecast.render(HEAD, output="png", **SIZE, **options)
                wanted = render_by_command(HEAD, *args)
                self.assertEqual(made[made.index(b"IDAT") :], wanted[wanted.index(b"IDAT") :])

    def test_take_transfer_functions_as_files_and_as_dicts(self):
        table = json.loads(run("transfer", "show", "bone"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "own.json")
            path.write_text(json.dumps(table))
            one, other = (tilecast.render(HEAD, transfer=transfer, **SIZE) for transfer in (path, table))
        np.testing.assert_array_equal(one, other)

    def test_are_arrays(self):
        picture = tilecast.render(HEAD, **SIZE)
        self.assertEqual((picture.shape, picture.dtype), ((40, 48, 4), np.uint8))
        self.assertEqual(picture.camera["projection"], "perspective")
        again = tilecast.render(HEAD, camera=picture.camera, **SIZE)
        np.testing.assert_array_equal(again, picture)
        depth = tilecast.render(HEAD, output="depth", **SIZE)
        self.assertEqual((depth.shape, depth.dtype), ((40, 48), np.float32))
        lit = picture[..., :3].max(axis=2) > 128
        self.assertTrue(np.isfinite(depth[lit]).all())
        self.assertTrue(np.isinf(depth[0, 0]))
        normals = tilecast.render(HEAD, output="normals", **SIZE)
        self.assertEqual(normals.shape, (40, 48, 3))

    def test_are_shown_by_notebooks_and_saved(self):
        picture = tilecast.render(HEAD, **SIZE, background="transparent")
        png = picture._repr_png_()
        self.assertTrue(png.startswith(b"\x89PNG"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.png")
            picture.save(path)
            self.assertEqual(path.read_bytes(), png)
        self.assertIsNone(picture[0]._repr_png_())

    def test_turn(self):
        frames = list(tilecast.turntable(HEAD, frames=4, **SIZE))
        self.assertEqual(len(frames), 4)
        with tempfile.TemporaryDirectory() as folder:
            run("render", HEAD, "-o", Path(folder, "%d.png"), "--turntable", 4, "--size", "48x40")
            png = Path(folder, "3.png").read_bytes()
        # A frame of several has an alpha, which is 255 here.
        self.assertEqual(frames[3].shape, (40, 48, 4))
        self.assertIn(b"IDAT", png)
        self.assertFalse(np.array_equal(frames[0], frames[2]))

    def test_of_slices(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.png")
            run("slices", HEAD, "-o", path, "--plane", "axial", "--at", "0,10")
            self.assertEqual(tilecast.slices(HEAD, plane="axial", at=(0, 10), output="png"), path.read_bytes())

    def test_are_a_page_in_notebooks(self):
        view = tilecast.view(HEAD, transfer="bone", height=300, **SIZE)
        bundle = view._repr_mimebundle_()
        self.assertIn(view.url, bundle["text/html"])
        self.assertTrue(bundle["image/png"].startswith(b"\x89PNG"))
        with urllib.request.urlopen(view.url) as page:
            self.assertIn(b"tilecast", page.read())
            self.assertIn("frame-ancestors http://127.0.0.1:*", page.headers["content-security-policy"])
        with self.assertRaises(tilecast.InputError):
            tilecast.view(HEAD, iso="x", mode="isosurface")

    def test_are_linked_with_their_page(self):
        view = tilecast.view(HEAD, **SIZE)
        with urllib.request.urlopen(f"{view.url}inputs.json") as inputs:
            self.assertTrue(json.load(inputs)["isLinked"])
        changed = threading.Event()
        view.on_change(lambda recipe: changed.set())
        camera = {"projection": "orthographic", "eye": [0, 0, 1], "target": [0, 0, 0], "up": [0, 1, 0], "height": 2}
        # As its page tells it.
        body = json.dumps({"version": 1, "camera": camera}).encode()
        urllib.request.urlopen(urllib.request.Request(f"{view.url}views", body)).close()
        self.assertTrue(changed.wait(30))
        self.assertEqual(view.camera, camera)
        with urllib.request.urlopen(f"{view.url}changes", timeout=30) as changes:
            view.change(azimuth=30, slab_thickness=None, clip=(1, 0, 0, 5))
            sent = json.loads(changes.readline().decode().removeprefix("data: "))
        self.assertEqual(sent, {"attributes": {"azimuth": "30", "slab-thickness": None, "clip": "1,0,0,5"}})
        view.close()
        # Its standard input stays open, as long as Python runs.
        self.assertEqual(view._process.wait(timeout=30), 0)

    def test_are_pages_that_hold_all(self):
        page = tilecast.page(HEAD, transfer="bone", page_size=5)
        self.assertIn("head-phantom.nrrd", page.html)
        self.assertLess(len(page.html), 5 * 2**20)
        shown = page._repr_html_()
        self.assertTrue(shown.startswith('<iframe srcdoc="&lt;!doctype html&gt;'))
        with self.assertRaises(tilecast.InputError):
            tilecast.page(HEAD, page_size=1)

    def test_of_several_inputs(self):
        made = tilecast.render(HEAD, KNOT, output="png", **SIZE)
        wanted = render_by_command(HEAD, KNOT)
        self.assertEqual(made[made.index(b"IDAT") :], wanted[wanted.index(b"IDAT") :])


class Arrays(unittest.TestCase):
    def test_lie_where_their_spacing_says(self):
        array = fiducials()
        options = {**SIZE, "transfer": "bone", "quality": "plain"}
        picture = tilecast.render(array, spacing=(1, 2, 3), origin=(5, 6, 7), **options)
        affine = np.diag([1.0, 2.0, 3.0, 1.0])
        affine[:3, 3] = (5, 6, 7)
        # RAS is LPS with other signs of x and y; the same voxels as array[i, j, k].
        affine = np.diag([-1.0, -1.0, 1.0, 1.0]) @ affine
        anatomical = tilecast.render(array.T, affine=affine, view="a", **options)
        np.testing.assert_array_equal(anatomical, tilecast.render(array, spacing=(1, 2, 3), origin=(5, 6, 7), view="a", **options))
        self.assertEqual(picture.shape, (40, 48, 4))

    def test_keep_their_values(self):
        values = fiducials()
        wanted = tilecast.render(values, mode="mip", window=(0, 900), **SIZE)
        for kind in (np.uint16, np.int32, np.int64, np.float32, np.float64, ">i2", ">f4"):
            with self.subTest(kind=kind):
                picture = tilecast.render(values.astype(kind), mode="mip", window=(0, 900), voxels="values", **SIZE)
                np.testing.assert_array_equal(picture, wanted)
        mask = tilecast.render(values > 0, mode="mip", window=(0, 1), voxels="values", **SIZE)
        self.assertEqual(mask.shape, wanted.shape)
        for kind in (np.complex64, "S3"):
            with self.assertRaisesRegex(tilecast.InputError, "has the type"):
                tilecast.render(np.zeros((4, 4, 4), kind))

    def test_in_any_memory_order_are_the_same(self):
        array = fiducials()
        strided = np.zeros((20, 16, 24), np.int16)[::2, ::2, ::2]
        strided[...] = array
        for one in (np.asfortranarray(array), strided):
            self.assertEqual(locate(one, {}), locate(array, {}))
        self.assertNotEqual(locate(array, {"spacing": (1, 1, 2)}), locate(array, {}))

    def test_stay_once_handed_over(self):
        kept = tilecast.volume(fiducials(), spacing=(1, 1, 2))
        np.testing.assert_array_equal(
            tilecast.render(kept, **SIZE), tilecast.render(fiducials(), spacing=(1, 1, 2), **SIZE)
        )

    def test_that_are_no_volume_are_refused(self):
        for array, options in [
            (np.zeros((4, 4, 4, 4, 4)), {}),
            (np.zeros(4), {}),
            (fiducials(), {"spacing": (1, 2)}),
            (fiducials(), {"spacing": (1, 0, 1)}),
            (fiducials(), {"affine": np.eye(3)}),
            (fiducials(), {"affine": np.eye(4), "spacing": (1, 1, 1)}),
            (fiducials(), {"origin": 3}),
            (object(), {}),
        ]:
            with self.assertRaises(tilecast.InputError):
                tilecast.render(array, **options)
        with self.assertRaisesRegex(tilecast.InputError, "affine: is for arrays"):
            tilecast.render(HEAD, affine=np.eye(4))

    @unittest.skipUnless(importlib.util.find_spec("nibabel"), "nibabel is not installed")
    def test_of_nibabel_are_its_files(self):
        import nibabel

        affine = np.array([[0, -2.0, 0, 3], [1.5, 0, 0.2, -4], [0, 0, 2.5, 5], [0, 0, 0, 1]])
        voxels = np.ascontiguousarray(fiducials().T)
        with tempfile.TemporaryDirectory() as folder:
            for name, image in [
                ("a.nii.gz", nibabel.Nifti1Image(voxels, affine)),
                ("b.nii", nibabel.Nifti1Image(np.stack([voxels, voxels // 2], axis=3), affine)),
            ]:
                path = Path(folder, name)
                nibabel.save(image, path)
                loaded = nibabel.load(path)
                np.testing.assert_array_equal(tilecast.render(loaded, **SIZE), tilecast.render(path, **SIZE))
            one, other = (tilecast.render(thing, time=1, **SIZE) for thing in (loaded, path))
            np.testing.assert_array_equal(one, other)
            with self.assertRaisesRegex(tilecast.InputError, "points in time"):
                tilecast.render(loaded, time=2)

    def test_have_no_masked_voxels(self):
        array = fiducials()
        for kind in (np.int16, np.int64, np.float32):
            holed = np.ma.masked_where(array == 500, array.astype(kind))
            with self.subTest(kind=kind):
                missing = np.where(array == 500, np.nan, array.astype(np.float32))
                wanted = tilecast.render(missing, transfer="bone", **SIZE)
                np.testing.assert_array_equal(tilecast.render(holed, transfer="bone", **SIZE), wanted)
        self.assertTrue((wanted != tilecast.render(array, transfer="bone", **SIZE)).any())
        whole = np.ma.masked_where(array > 900, array)
        np.testing.assert_array_equal(tilecast.render(whole, **SIZE), tilecast.render(array, **SIZE))

    def test_may_be_whatever_numpy_takes(self):
        class Tensor:
            def __array__(self, dtype=None, copy=None):
                return fiducials()

        np.testing.assert_array_equal(tilecast.render(Tensor(), **SIZE), tilecast.render(fiducials(), **SIZE))
        long = fiducials().astype(np.longdouble)
        np.testing.assert_array_equal(tilecast.render(long, **SIZE), tilecast.render(fiducials().astype(np.float64), **SIZE))

    def test_that_are_shaped_as_pictures_are_told_from_them(self):
        colors = np.zeros((12, 10, 3), np.uint8)
        colors[2:8, 3:7] = (200, 90, 30)
        with self.assertWarnsRegex(tilecast.TilecastWarning, "12 × 10 × 3 bytes are a volume of 3 columns; array\\[None\\]"):
            tilecast.render(colors, **SIZE)
        with warnings.catch_warnings(record=True) as told:
            picture = tilecast.render(colors[None], **SIZE)
        self.assertNotIn("columns", "".join(str(one.message) for one in told))
        self.assertGreater(int(picture[20, 24, 0]), 2 * int(picture[20, 24, 2]))

    @unittest.skipUnless(importlib.util.find_spec("xarray"), "xarray is not installed")
    def test_of_xarray_have_their_coordinates(self):
        import xarray

        array = fiducials()
        coords = {"z": np.arange(10) * 3.0 + 7, "x": np.arange(12)[::-1] * 1.0 + 5}
        named = xarray.DataArray(array[:, :, ::-1].transpose(2, 1, 0), dims=["x", "y", "z"], coords=coords)
        wanted = tilecast.render(array, spacing=(1, 1, 3), origin=(5, 0, 7), **SIZE)
        np.testing.assert_array_equal(tilecast.render(named, **SIZE), wanted)
        uneven = xarray.DataArray(array, dims=["z", "y", "x"], coords={"z": np.arange(10) ** 2})
        with self.assertRaisesRegex(tilecast.InputError, "evenly spaced"):
            tilecast.render(uneven)
        lettered = xarray.DataArray(array, dims=["z", "y", "x"], coords={"z": list("abcdefghij")})
        with self.assertRaisesRegex(tilecast.InputError, "z: its coordinates are no numbers"):
            tilecast.render(lettered)


class Meshes(unittest.TestCase):
    VERTICES = np.array([[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]], float)
    TRIANGLES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])

    def test_are_drawn(self):
        picture = tilecast.render((self.VERTICES, self.TRIANGLES), mesh_color=["red"], **SIZE)
        self.assertGreater((picture[..., 0] > 60).sum(), 100)

    def test_answer_queries(self):
        mesh = (self.VERTICES, self.TRIANGLES)
        closest = tilecast.closest(mesh, [[0.5, 0.5, -3], [5, 0, 0]])
        np.testing.assert_allclose(closest["closestDistance_f32"], [3, 3], rtol=1e-6)
        hits = tilecast.intersect(mesh, [[0.5, 0.5, -1], [5, 5, 5]], [[0.5, 0.5, 0.25], [6, 6, 6]])
        self.assertEqual(hits["intersectTriangle_i32"].tolist()[1], -1)
        self.assertAlmostEqual(float(hits["barycentricT_f32"][0]), 0.8, 5)
        same = tilecast.measure("distance", mesh, mesh)
        self.assertAlmostEqual(same["hausdorff"], 0, 6)
        self.assertEqual(tilecast.info(mesh)["triangles"], 4)
        with self.assertRaises(tilecast.InputError):
            tilecast.closest(mesh, [1, 2, 3])

    def test_are_converted(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a.stl")
            tilecast.convert((self.VERTICES, self.TRIANGLES), path)
            self.assertEqual(path.stat().st_size, 84 + 50 * 4)


class Mistakes(unittest.TestCase):
    def test_in_names_of_options_are_told_with_the_nearest(self):
        for draw, name, near in ((tilecast.render, "trasnfer", "transfer"), (tilecast.slices, "plain", "plane"), (tilecast.render, "label-name", "label_names")):
            with self.subTest(name=name), self.assertRaisesRegex(tilecast.InputError, f"^{name}: is no option of \\w+; did you mean {near}\\?$"):
                draw(HEAD, **{name: 1})
        with self.assertRaisesRegex(tilecast.InputError, "qqqq"):
            tilecast.render(HEAD, qqqq=1)

    def test_are_one_line(self):
        cases = [
            ({"transfer": "none-such"}, "none-such"),
            ({"sise": 3}, "sise"),
            ({"size": (0, 4)}, "--size"),
            ({"output": "smell"}, "output: must be one of"),
            ({"iso": float("nan")}, "."),
        ]
        for options, line in cases:
            with self.subTest(options=options), self.assertRaisesRegex((tilecast.InputError, ValueError), line):
                tilecast.render(HEAD, **options)
        with self.assertRaisesRegex(tilecast.InputError, "does not exist"):
            tilecast.render("/none.nrrd")
        with self.assertRaises(tilecast.InputError):
            tilecast.info("/none.nrrd")

    def test_guesses_are_warnings_that_name_no_file_of_ours(self):
        array = np.zeros((8, 8, 8), np.uint8)
        array[2:6, 2:6, 2:6] = 1
        with self.assertWarnsRegex(tilecast.TilecastWarning, "^the array: looks like labels"):
            tilecast.render(array, **SIZE)

    def test_the_process_is_replaced_where_it_ends(self):
        with tilecast.Service(software=True) as service:
            first = service.render(HEAD, **SIZE)
            os.kill(service._process.pid, signal.SIGKILL)
            try:
                service.render(HEAD, **SIZE)
            except tilecast.TilecastError as error:
                self.assertIn("has ended", str(error))
            np.testing.assert_array_equal(service.render(HEAD, **SIZE), first)

    def test_threads_share_it(self):
        pictures = {}

        def work(angle):
            pictures[angle] = tilecast.render(HEAD, azimuth=angle, **SIZE)

        threads = [threading.Thread(target=work, args=(angle,)) for angle in (0, 30, 60)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for angle, picture in pictures.items():
            np.testing.assert_array_equal(picture, tilecast.render(HEAD, azimuth=angle, **SIZE))

    def test_no_node_or_an_old_one(self):
        script = "import tilecast, sys\ntry: tilecast.render('a.nrrd')\nexcept tilecast.TilecastError as error: print(error)"
        with tempfile.TemporaryDirectory() as folder:
            old = Path(folder, "node")
            old.write_text("#!/bin/sh\necho v18.2.0\n")
            old.chmod(old.stat().st_mode | stat.S_IXUSR)
            for environment, line in [
                ({"PATH": "/nowhere"}, "install Node 20.19 or later"),
                ({"PATH": folder}, "is Node 18.2.0, and tilecast needs 20.19"),
                ({"TILECAST_PROGRAM": "/none"}, "TILECAST_PROGRAM: /none does not exist"),
                ({"TILECAST_NODE": "/none"}, "/none: does not run"),
            ]:
                done = subprocess.run(
                    [sys.executable, "-c", script], env={**os.environ, **environment}, capture_output=True, text=True
                )
                self.assertIn(line, done.stdout, done.stderr)


class Options(unittest.TestCase):
    def test_are_those_of_the_schema(self):
        from tilecast._options import RenderOptions, SlicesOptions

        for kind, of in ((RenderOptions, "render"), (SlicesOptions, "slices")):
            names = set(kind.__annotations__)
            known = {name.replace("-", "_") for name in tilecast.schema(of)["properties"]}
            self.assertEqual(names - known, {"affine", "origin"})
            self.assertEqual(known - names, known & {"version", "inputs", "resolved", "tilecast", "made", "viewer"})
        self.assertEqual(tilecast.__version__, json.loads((VOLUMES.parent / "package.json").read_text())["version"])


if __name__ == "__main__":
    unittest.main()

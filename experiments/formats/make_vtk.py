"""Makes small XML files of VTK in LZMA, with VTK 9, and surfaces' values in MGH, with NiBabel 5, and tells what is in them. Writes
test/files/vtk/foreign-lzma.json and test/files/meshes/neuroimaging/foreign-mgh-values.json."""
import base64
import json
import tempfile
from pathlib import Path

import nibabel
import numpy as np
import vtk
from vtk.util.numpy_support import numpy_to_vtk, vtk_to_numpy

TESTS = Path(__file__).parents[2] / "test/files"
random = np.random.default_rng(7)


def content(write, name):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        write(str(path))
        return base64.b64encode(path.read_bytes()).decode()


def named(values, name):
    array = numpy_to_vtk(values, deep=1)
    array.SetName(name)
    return array


def write_with(writer, data, mode):
    def write(path):
        writer.SetFileName(path)
        writer.SetInputData(data)
        writer.SetCompressorTypeToLZMA()
        writer.SetBlockSize(64)
        if mode == "binary":
            writer.SetDataModeToBinary()
        else:
            writer.SetDataModeToAppended()
            (writer.EncodeAppendedDataOn if mode == "base64" else writer.EncodeAppendedDataOff)()
        if not writer.Write():
            raise RuntimeError(path)

    return write


sphere = vtk.vtkSphereSource()
sphere.SetThetaResolution(6)
sphere.SetPhiResolution(5)
sphere.Update()
surface = sphere.GetOutput()
surface.GetPointData().AddArray(named(random.normal(size=surface.GetNumberOfPoints()).astype("f4"), "thickness"))
image = vtk.vtkImageData()
image.SetDimensions(5, 4, 3)
image.SetSpacing(1, 2, 3)
voxels = random.integers(-300, 300, 60).astype("i2")
image.GetPointData().SetScalars(named(voxels, "v"))
files = {
    "surface": {
        mode: content(write_with(vtk.vtkXMLPolyDataWriter(), surface, mode), "a.vtp") for mode in ("binary", "base64", "raw")
    },
    "positions": vtk_to_numpy(surface.GetPoints().GetData()).ravel().tolist(),
    "triangles": vtk_to_numpy(surface.GetPolys().GetConnectivityArray()).tolist(),
    "values": vtk_to_numpy(surface.GetPointData().GetArray("thickness")).tolist(),
    "image": content(write_with(vtk.vtkXMLImageDataWriter(), image, "raw"), "a.vti"),
    "voxels": voxels.tolist(),
}
(TESTS / "vtk").mkdir(exist_ok=True)
(TESTS / "vtk/foreign-lzma.json").write_text(json.dumps(files) + "\n")

mgh = []
for kind, ending in (("float32", "mgh"), ("int32", "mgz"), ("int16", "mgh"), ("uint8", "mgz")):
    values = (random.normal(size=(6, 1, 1, 2)) * 50 + 100).clip(0, 200).astype(kind)
    saved = content(lambda path: nibabel.save(nibabel.MGHImage(values, np.eye(4)), path), f"lh.thickness.{ending}")
    read = [values[:, 0, 0, frame].astype("f4").tolist() for frame in range(2)]
    mgh.append({"name": f"lh.thickness.{ending}", "type": kind, "content": saved, "values": read})
split = random.normal(size=(2, 1, 3)).astype("f4")
volume = content(lambda path: nibabel.save(nibabel.MGHImage(split, np.eye(4)), path), "volume.mgh")
(TESTS / "meshes/neuroimaging/foreign-mgh-values.json").write_text(json.dumps({"values": mgh, "volume": volume}) + "\n")

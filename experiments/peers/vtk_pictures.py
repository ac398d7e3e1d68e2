"""VTK's pictures by its OpenGL renderer, off the screen: reads orders as lines of JSON, answers each with a line of JSON."""
import base64
import json
import sys

from vtk_mapper import create_property, read_voxels  # also ends where VTK is missing
from vtkmodules.vtkCommonCore import vtkUnsignedCharArray, vtkVersion
from vtkmodules.vtkIOPLY import vtkPLYReader
from vtkmodules.vtkRenderingCore import vtkActor, vtkPolyDataMapper, vtkRenderer, vtkRenderWindow, vtkVolume
from vtkmodules.vtkRenderingVolume import vtkGPUVolumeRayCastMapper

BLENDS = {
    "composite": "SetBlendModeToComposite",
    "mip": "SetBlendModeToMaximumIntensity",
    "isosurface": "SetBlendModeToIsoSurface",
}
voxels = {}


def create_volume(order):
    path = order["voxels"]
    voxels.setdefault(path, read_voxels(order, path))
    mapper = vtkGPUVolumeRayCastMapper()
    mapper.SetInputData(voxels[path])
    mapper.SetAutoAdjustSampleDistances(0)
    mapper.SetLockSampleDistanceToInputSpacing(0)
    mapper.SetUseJittering(0)
    mapper.SetImageSampleDistance(1)
    mapper.SetSampleDistance(order["step"])
    getattr(mapper, BLENDS[order["mode"]])()
    look = create_property(order)
    if "isoValue" in order:
        look.GetIsoSurfaceValues().SetValue(0, order["isoValue"])
    volume = vtkVolume()
    volume.SetMapper(mapper)
    volume.SetProperty(look)
    return volume


def create_mesh(order):
    reader = vtkPLYReader()
    reader.SetFileName(order["mesh"])
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(reader.GetOutputPort())
    mapper.ScalarVisibilityOff()
    actor = vtkActor()
    actor.SetMapper(mapper)
    look = actor.GetProperty()
    look.SetInterpolationToFlat()
    look.SetColor(*order["color"])
    look.SetSpecularColor(1, 1, 1)
    shading = order["shading"]
    look.SetAmbient(shading["ambient"])
    look.SetDiffuse(shading["diffuse"])
    look.SetSpecular(shading["specular"])
    look.SetSpecularPower(shading["shininess"])
    return actor


def render(order):
    renderer = vtkRenderer()
    renderer.AddViewProp(create_mesh(order) if "mesh" in order else create_volume(order))
    # The headlight that Render() would make; black by default, its ambient light would leave out that share.
    renderer.CreateLight()
    renderer.GetLights().GetItemAsObject(0).SetAmbientColor(1, 1, 1)
    camera = renderer.GetActiveCamera()
    view = order["camera"]
    camera.ParallelProjectionOn()
    camera.SetParallelScale(view["height"] / 2)
    camera.SetPosition(*view["eye"])
    camera.SetFocalPoint(*view["target"])
    camera.SetViewUp(*view["up"])
    renderer.ResetCameraClippingRange()
    side = order["imageSide"]
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(side, side)
    window.AddRenderer(renderer)
    window.Render()
    pixels = vtkUnsignedCharArray()
    window.GetPixelData(0, 0, side - 1, side - 1, 0, pixels, 0)
    rows = memoryview(pixels).tobytes()
    window.Finalize()
    line = 3 * side
    upright = b"".join(rows[at : at + line] for at in range(len(rows) - line, -1, -line))
    return {"version": vtkVersion().GetVTKVersion(), "pixels": base64.b64encode(upright).decode()}


for text in sys.stdin:
    print(json.dumps(render(json.loads(text))), flush=True)

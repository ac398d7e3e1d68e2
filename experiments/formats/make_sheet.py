"""Writes one scan and one surface in each format, with the libraries that own the formats.

Usage: python3 make_sheet.py SCAN.nii.gz SURFACE.ply FOLDER. All volumes have the same voxels in the same places, up to an
origin that some formats do not keep; PNG has 8 bits of each.
"""
import os
import sys

import meshio
import mrcfile
import nibabel
import numpy as np
import tifffile
import vtk
from PIL import Image
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, generate_uid
from vtk.util.numpy_support import numpy_to_vtk

scan, surface, out = sys.argv[1:]
path = lambda name: os.path.join(out, name)
os.makedirs(out, exist_ok=True)

image = nibabel.as_closest_canonical(nibabel.load(scan))
STRIDE = (2, 2, 2)
# Left, posterior and superior are the directions of the axes, as in the world.
values = np.asarray(image.dataobj)[::-STRIDE[0], ::-STRIDE[1], :: STRIDE[2]].astype(np.int16)
spacing = np.array(image.header.get_zooms()[:3], float) * STRIDE
ras = np.diag([-spacing[0], -spacing[1], spacing[2], 1])
by_slice = np.ascontiguousarray(values.transpose(2, 1, 0))

nibabel.save(nibabel.Nifti1Image(values, ras), path('nifti-1.nii.gz'))
nibabel.save(nibabel.Nifti2Image(values, ras), path('nifti-2.nii'))
nibabel.save(nibabel.MGHImage(values.astype(np.float32), ras), path('freesurfer.mgz'))
# ANALYZE has its y axis to the front.
nibabel.save(nibabel.AnalyzeImage(values[:, ::-1], np.diag([-spacing[0], spacing[1], spacing[2], 1])), path('analyze.img'))
with mrcfile.new(path('map.mrc'), overwrite=True) as file:
    file.set_data(by_slice)
    file.voxel_size = tuple(spacing)
np.save(path('numpy.npy'), by_slice)
tifffile.imwrite(path('ome.ome.tif'), by_slice.astype(np.int16), photometric='minisblack', metadata={
    'axes': 'ZYX', 'PhysicalSizeX': spacing[0], 'PhysicalSizeY': spacing[1], 'PhysicalSizeZ': spacing[2]})

grid = vtk.vtkImageData()
grid.SetDimensions(*values.shape)
grid.SetSpacing(*spacing)
scalars = numpy_to_vtk(by_slice.ravel())
scalars.SetName('scan')
grid.GetPointData().SetScalars(scalars)
for writer, name in ((vtk.vtkXMLImageDataWriter(), 'vtk.vti'), (vtk.vtkStructuredPointsWriter(), 'vtk.vtk'),
                     (vtk.vtkMetaImageWriter(), 'metaimage.mha')):
    writer.SetFileName(path(name))
    writer.SetInputData(grid)
    writer.Write()

os.makedirs(path('png'), exist_ok=True)
for k, one in enumerate(by_slice):
    Image.fromarray(np.clip((one + 1024) / 8, 0, 255).astype(np.uint8)).save(path(f'png/slice-{k + 1}.png'))

os.makedirs(path('dicom'), exist_ok=True)
series = generate_uid()
for k, one in enumerate(by_slice):
    data = Dataset()
    data.file_meta = FileMetaDataset()
    data.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian
    data.file_meta.MediaStorageSOPClassUID = data.SOPClassUID = '1.2.840.10008.5.1.4.1.1.2'
    data.file_meta.MediaStorageSOPInstanceUID = data.SOPInstanceUID = generate_uid()
    data.SeriesInstanceUID, data.StudyInstanceUID, data.Modality = series, series, 'CT'
    data.Rows, data.Columns = one.shape
    data.SamplesPerPixel, data.PhotometricInterpretation = 1, 'MONOCHROME2'
    data.BitsAllocated, data.BitsStored, data.HighBit, data.PixelRepresentation = 16, 16, 15, 1
    data.PixelSpacing = [f'{spacing[1]:.9g}', f'{spacing[0]:.9g}']
    data.ImageOrientationPatient = [1, 0, 0, 0, 1, 0]
    data.ImagePositionPatient = [0, 0, f'{k * spacing[2]:.9g}']
    data.PixelData = one.tobytes()
    data.is_little_endian, data.is_implicit_VR = True, False
    data.save_as(path(f'dicom/{len(by_slice) - k}'), write_like_original=False)

reader = vtk.vtkPLYReader()
reader.SetFileName(surface)
reader.Update()
mesh = reader.GetOutput()
for writer, name in ((vtk.vtkPLYWriter(), 'mesh.ply'), (vtk.vtkSTLWriter(), 'mesh.stl'), (vtk.vtkOBJWriter(), 'mesh.obj'),
                     (vtk.vtkXMLPolyDataWriter(), 'mesh.vtp'), (vtk.vtkPolyDataWriter(), 'mesh.vtk')):
    writer.SetFileName(path(name))
    writer.SetInputData(mesh)
    writer.Write()
known = meshio.read(path('mesh.ply'))
points, triangles = known.points.astype(np.float32), known.cells_dict['triangle'].astype(np.int32)
meshio.write(path('mesh.off'), meshio.Mesh(points, {'triangle': triangles}))
# Surfaces of neuroimaging are in RAS.
turned = points * np.float32([-1, -1, 1])
nibabel.freesurfer.write_geometry(path('mesh.pial'), turned, triangles)
arrays = [nibabel.gifti.GiftiDataArray(turned, intent='NIFTI_INTENT_POINTSET'),
          nibabel.gifti.GiftiDataArray(triangles, intent='NIFTI_INTENT_TRIANGLE')]
nibabel.save(nibabel.gifti.GiftiImage(darrays=arrays), path('mesh.gii'))
for extension in ('glb', '3ds', '3mf'):
    os.system(f'assimp export {path("mesh.obj")} {path("mesh." + extension)} > /dev/null')

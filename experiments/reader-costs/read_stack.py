"""Reads a folder of DICOM slices with pydicom and NumPy into one array, as many scripts do."""

import glob
import sys

import numpy as np
import pydicom

slices = [pydicom.dcmread(path) for path in glob.glob(f"{sys.argv[1]}/*.dcm")]
slices.sort(key=lambda one: one.ImagePositionPatient[2])
volume = np.empty((len(slices), slices[0].Rows, slices[0].Columns), np.int16)
for k, one in enumerate(slices):
    volume[k] = one.pixel_array.astype(np.int16) * int(one.RescaleSlope) + int(one.RescaleIntercept)
print(volume.shape)

"""Writes a CT series of 512 x 512 slices with pydicom. Usage: python3 make_series.py FOLDER COUNT."""
import os
import sys

import numpy as np
from pydicom.dataset import FileDataset, FileMetaDataset
from pydicom.uid import ExplicitVRLittleEndian, generate_uid

folder, count = sys.argv[1], int(sys.argv[2])
os.makedirs(folder, exist_ok=True)
y, x = np.mgrid[-1:1:512j, -1:1:512j]
series = generate_uid()
for k in range(count):
    z = 2 * k / (count - 1) - 1
    radius = np.sqrt(x * x + y * y + z * z)
    values = np.where(radius < 0.9, 40 + 1000 * (np.abs(radius - 0.7) < 0.05), -960) + (x * 30).astype(int)
    meta = FileMetaDataset()
    meta.MediaStorageSOPClassUID = '1.2.840.10008.5.1.4.1.1.2'
    meta.MediaStorageSOPInstanceUID = generate_uid()
    meta.TransferSyntaxUID = ExplicitVRLittleEndian
    data = FileDataset(None, {}, file_meta=meta, preamble=b'\0' * 128)
    data.is_little_endian, data.is_implicit_VR = True, False
    data.SOPClassUID, data.SOPInstanceUID = meta.MediaStorageSOPClassUID, meta.MediaStorageSOPInstanceUID
    data.SeriesInstanceUID, data.SeriesNumber, data.Modality, data.InstanceNumber = series, 1, 'CT', k + 1
    data.ImagePositionPatient, data.ImageOrientationPatient = [-180, -180, k * 0.5], [1, 0, 0, 0, 1, 0]
    data.PixelSpacing, data.SliceThickness = [0.7, 0.7], 0.5
    data.RescaleSlope, data.RescaleIntercept = 1, -1024
    data.Rows = data.Columns = 512
    data.SamplesPerPixel, data.PhotometricInterpretation = 1, 'MONOCHROME2'
    data.BitsAllocated, data.BitsStored, data.HighBit, data.PixelRepresentation = 16, 12, 11, 0
    data.PixelData = (values + 1024).astype(np.uint16).tobytes()
    data.save_as(f'{folder}/{k:05d}.dcm', write_like_original=False)

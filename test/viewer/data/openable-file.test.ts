/** What pages hand over as files. */
import { expect, it } from 'vitest';
import { asViewerFile } from '../../../src/viewer/data/files/openable-file.js';

it('takes addresses, files with their folders, bytes without a name, and files with names', () => {
  const bytes = new Blob(['x']);
  const file = new File(['x'], 'scan.nrrd');
  const inFolder = Object.defineProperty(new File(['x'], 'a.dcm'), 'webkitRelativePath', { value: 'series/a.dcm' });
  expect(asViewerFile('https://example.org/scan.nrrd?key=1')).toMatchObject({ name: 'https://example.org/scan.nrrd' });
  expect(asViewerFile(file)).toEqual({ name: 'scan.nrrd', source: file });
  expect(asViewerFile(inFolder)).toEqual({ name: 'series/a.dcm', source: inFolder });
  expect(asViewerFile(bytes)).toEqual({ name: 'file', source: bytes });
  const named = { name: 'b.nii', source: bytes, isMask: true };
  expect(asViewerFile(named)).toBe(named);
});

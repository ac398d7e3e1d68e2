/** Directories of DICOM media: the files that they list, and nothing outside their folder. */
import { expect, it } from 'vitest';
import { memorySource } from '../../../src/files/bytes/byte-source.js';
import { readDicomFolder } from '../../../src/files/dicom/dicom.js';
import { isDirectoryFile, listDirectoryFiles } from '../../../src/files/dicom/directory.js';
import { expectInputError } from '../volumes/compare-volumes.js';
import { folderOf, writeSlice } from './write-dicom.js';
import { writeDirectory } from './write-directory.js';

const list = (paths: readonly string[]) => listDirectoryFiles(memorySource('DICOMDIR', writeDirectory(paths)));

it('lists files, each once', async () => {
  expect(await list(['A\\B\\I1', 'A\\B\\I2', 'A\\B\\I1'])).toEqual([
    ['A', 'B', 'I1'],
    ['A', 'B', 'I2'],
  ]);
});

it('leaves out what leads elsewhere', async () => {
  expect(await list(['..\\secret', 'A\\..\\B', '/etc\\passwd', 'A\\I1'])).toEqual([['A', 'I1']]);
});

it('is known by its class', () => {
  expect(isDirectoryFile(writeDirectory([]).subarray(0, 256))).toBe(true);
  expect(isDirectoryFile(writeSlice(0).subarray(0, 256))).toBe(false);
});

it('says that it lists nothing, or that the other files are needed', async () => {
  expect(await expectInputError(list([]), 'DICOMDIR')).toMatch(/lists no files/);
  const alone = readDicomFolder(folderOf({ DICOMDIR: writeDirectory(['A\\I1']) }), {});
  expect(await expectInputError(alone, 'some/folder')).toMatch(/lists other files and holds no image; give the folder/);
});

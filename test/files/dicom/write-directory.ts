/** Writes directories of DICOM media for the tests. */
import { type Elements, writeDicom } from './write-dicom.js';

const CLASS = '1.2.840.10008.1.3.10';

/** @param paths of the files, their parts apart by backslashes. */
export const writeDirectory = (paths: readonly string[]): Uint8Array =>
  writeDicom(
    {
      '00041220 SQ': [
        { '00041430 CS': 'PATIENT' },
        ...paths.map((path): Elements => ({ '00041430 CS': 'IMAGE', '00041500 CS': path })),
      ],
      '00080016 UI': CLASS,
    },
    { mediaClass: CLASS },
  );

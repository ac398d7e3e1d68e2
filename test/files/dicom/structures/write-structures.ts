/** Writes radiotherapy's structure sets for the tests. */
import { type Elements, writeDicom } from '../write-dicom.js';

export interface WrittenRegion {
  readonly number: number;
  readonly name: string;
  readonly color?: string;
  readonly type?: string;
  /** Points of each contour, flat. */
  readonly contours: readonly (readonly number[])[];
}

export function writeStructures(regions: readonly WrittenRegion[], changes: Elements = {}): Uint8Array {
  return writeDicom({
    '00080016 UI': '1.2.840.10008.5.1.4.1.1.481.3',
    '00080018 UI': '1.2.7',
    '00080060 CS': 'RTSTRUCT',
    '30060020 SQ': regions.map(({ number, name }) => ({ '30060022 IS': String(number), '30060026 LO': name })),
    '30060039 SQ': regions.map(({ number, color, type = 'CLOSED_PLANAR', contours }) => ({
      ...(color !== undefined && { '3006002A IS': color }),
      '30060040 SQ': contours.map((points) => ({
        '30060042 CS': type,
        '30060046 IS': String(points.length / 3),
        '30060050 DS': points.join('\\'),
      })),
      '30060084 IS': String(number),
    })),
    ...changes,
  });
}

/** A rectangle in the plane at z. */
export const rectangle = (x0: number, y0: number, x1: number, y1: number, z: number) =>
  [x0, y0, z, x1, y0, z, x1, y1, z, x0, y1, z] as const;

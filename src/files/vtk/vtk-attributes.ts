/** The arrays on points and cells that a legacy VTK file holds after its geometry. */

import { InputError } from '../../errors.js';
import { decodeEscapes } from '../bytes/text/decode-escapes.js';
import { quote } from '../volumes/nrrd/nrrd-fields.js';
import type { VtkArray } from './vtk-array.js';
import type { VtkLegacy } from './vtk-legacy.js';

export interface VtkAttributes {
  readonly points: readonly VtkArray[];
  readonly cells: readonly VtkArray[];
}

/** Attributes whose line is `KEYWORD name type`, and their components. */
const TYPED: Readonly<Record<string, number>> = {
  VECTORS: 3,
  NORMALS: 3,
  TENSORS: 9,
  TENSORS6: 6,
  GLOBAL_IDS: 1,
  PEDIGREE_IDS: 1,
  EDGE_FLAGS: 1,
};

/** The most components or colours that anything has: a damaged file may claim any number. */
const COUNT_MAX = 1 << 20;

/**
 * Reads all that follows, scalars first in each list.
 * @param keyword the one that has been read: POINT_DATA or CELL_DATA.
 * @throws InputError if it is damaged or cut short.
 */
export function readVtkAttributes(file: VtkLegacy, keyword: string | undefined): VtkAttributes {
  const found: Record<'points' | 'cells', VtkArray[]> = { points: [], cells: [] };
  let where: VtkArray[] = found.points;
  let tuples = 0;
  for (let word = keyword; word !== undefined; word = file.keyword()) {
    if (word === 'POINT_DATA' || word === 'CELL_DATA') {
      where = found[word === 'POINT_DATA' ? 'points' : 'cells'];
      tuples = file.count(word);
    } else if (word === 'FIELD') where.push(...file.readFieldData());
    else if (word === 'SCALARS') where.unshift(readScalars(file, tuples));
    else where.push(...readAttribute(file, word, tuples));
  }
  return found;
}

function readScalars(file: VtkLegacy, tuples: number): VtkArray {
  const [name = '', type = '', components = '1'] = file.restOfLine();
  const count = parseCount(components, name);
  const table = file.keyword();
  if (table !== 'LOOKUP_TABLE') throw new InputError(`has ${quote(table ?? '')} where LOOKUP_TABLE should be`);
  file.word('the name of a lookup table');
  return file.readArray(type, tuples, count, decodeEscapes(name));
}

function readAttribute(file: VtkLegacy, word: string, tuples: number): VtkArray[] {
  const line = file.restOfLine();
  const name = decodeEscapes(line[0] ?? '');
  if (word === 'LOOKUP_TABLE') {
    file.readColors(parseCount(line[1], name), 4, name);
    return [];
  }
  if (word === 'COLOR_SCALARS') return [file.readColors(tuples, parseCount(line[1], name), name)];
  if (word === 'TEXTURE_COORDINATES') return [file.readArray(line[2] ?? '', tuples, parseCount(line[1], name), name)];
  const components = TYPED[word];
  if (components === undefined)
    throw new InputError(`has ${quote(word)}, which is no attribute of VTK's; get a whole copy`);
  return [file.readArray(line[1] ?? '', tuples, components, name)];
}

function parseCount(text: string | undefined, name: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0 && count <= COUNT_MAX) return count;
  throw new InputError(
    `has ${quote(text ?? '')} as the components of ${quote(name)}; a positive integer would be right`,
  );
}

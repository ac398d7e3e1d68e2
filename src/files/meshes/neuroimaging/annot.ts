/** Reads annotations of FreeSurfer (lh.aparc.annot): a region for each vertex, with names and colours. */
import { InputError } from '../../../errors.js';
import type { MeshLabel } from '../../../mesh/attributes/values.js';
import { ByteReader } from '../../bytes/byte-reader.js';
import { nameInErrors } from '../../bytes/name-in-errors.js';
import type { ValuesReader } from '../mesh-values.js';

/** More regions than atlases have. */
const REGIONS_MAX = 1 << 16;
const NAME_BYTES_MAX = 1 << 12;

/**
 * Regions by their place in the file's table; NaN where a vertex has none of them. Files have no magic number: their size says what
 * they are.
 * Source: https://surfer.nmr.mgh.harvard.edu/fswiki/LabelsClutsAnnotationFiles.
 */
export const readAnnot: ValuesReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const reader = new ByteReader(bytes, { little: false });
    reader.need(4, 'the number of vertices');
    const vertices = reader.int32();
    if (vertices <= 0) throw new InputError(`is no annotation of FreeSurfer: it says that it has ${vertices} vertices`);
    const pairs = reader.uint32s(2 * vertices, `regions of ${vertices} vertices`);
    const table = readTable(reader);
    const labels = new Map(table.map(({ code, label }) => [code, label]));
    const values = new Float32Array(vertices).fill(Number.NaN);
    for (let pair = 0; pair < pairs.length; pair += 2) {
      const vertex = pairs[pair]!;
      if (vertex >= vertices) throw new InputError(`names vertex ${vertex}, and has ${vertices}`);
      values[vertex] = labels.get(pairs[pair + 1]!) ?? Number.NaN;
    }
    const title = name.replace(/^.*[\\/]/, '').replace(/^[lr]h\.|\.annot$/g, '');
    return [
      { name: title, on: 'vertices', values, labels: table.map(({ label, name, color }) => ({ label, name, color })) },
    ];
  });

interface Region extends Required<MeshLabel> {
  /** The colour as vertices have it. */
  readonly code: number;
}

function readTable(reader: ByteReader): readonly Region[] {
  if (reader.left < 12 || reader.int32() !== 1) throw new InputError('has no table of its regions');
  const version = reader.int32();
  // The first version begins with the number of regions; later ones are negative.
  if (version > 0) {
    skipName(reader);
    return Array.from({ length: countOf(version) }, (_, label) => readRegion(reader, label));
  }
  if (version !== -2) throw new InputError(`has a table of version ${-version}; 1 and 2 are read`);
  reader.need(4, 'the number of its regions');
  countOf(reader.int32());
  skipName(reader);
  reader.need(4, 'the number of its regions');
  const count = countOf(reader.int32());
  return Array.from({ length: count }, () => {
    reader.need(4, 'the number of a region');
    return readRegion(reader, reader.int32());
  });
}

function countOf(regions: number): number {
  if (regions >= 0 && regions <= REGIONS_MAX) return regions;
  throw new InputError(`says that it has ${regions} regions`);
}

function readRegion(reader: ByteReader, label: number): Region {
  const name = readName(reader);
  reader.need(16, 'the colour of a region');
  const [red, green, blue] = reader.uint32s(4, 'the colour of a region') as unknown as [number, number, number];
  const code = (red | (green << 8) | (blue << 16)) >>> 0;
  const color = [red, green, blue].map((byte) => Math.min(byte, 0xff) / 0xff) as unknown as Region['color'];
  return { label, name, color, code };
}

const skipName = (reader: ByteReader) => void readName(reader);

/** The length of the text, with the zero that ends it, comes first. */
function readName(reader: ByteReader): string {
  reader.need(4, 'a name');
  const length = reader.int32();
  if (length < 0 || length > NAME_BYTES_MAX) throw new InputError(`has a name of ${length} bytes`);
  reader.need(length, 'a name');
  const text = new TextDecoder().decode(reader.bytes.subarray(reader.at, reader.at + length));
  reader.at += length;
  return text.replace(/\0.*$/s, '');
}

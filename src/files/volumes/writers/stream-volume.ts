/** Volumes written as they are made: memory never holds all of their voxels. */
import { InputError } from '../../../errors.js';
import type { Volume } from '../../../volume/volume.js';
import { gzipStream } from '../../bytes/compression/gzip.js';
import { metaImageHeader } from '../meta-image/write-meta-image.js';
import { nrrdHeader } from '../nrrd/write-nrrd.js';
import { bytesOf } from './written-file.js';

/** A volume without its voxels, which follow piece by piece. */
export interface StreamedVolume extends Omit<Volume, 'voxels'> {
  /** The type of its voxels. */
  readonly type: 'uint8' | 'float32';
}

const ARRAYS = { uint8: 'Uint8Array', float32: 'Float32Array' } as const;

/** File name extensions of the formats that `streamVolume` writes. */
export const STREAMABLE_VOLUMES: readonly string[] = ['.nrrd', '.mha'];

/**
 * The bytes of a file in the format that the ending of `name` says.
 * @param pieces The voxels in their order in memory, in typed arrays of the volume's type.
 * @param options `compress`: whether the voxels of .nrrd files are compressed; default true.
 * @throws InputError, one line that starts with the name, for another ending.
 */
export function streamVolume(
  volume: StreamedVolume,
  pieces: AsyncIterable<Uint8Array | Float32Array>,
  name: string,
  options: { readonly compress?: boolean } = {},
): AsyncGenerator<Uint8Array, void> {
  const { compress = true } = options;
  const ending = STREAMABLE_VOLUMES.find((candidate) => name.toLowerCase().endsWith(candidate));
  if (!ending) {
    throw new InputError(`${name}: such volumes are written as ${STREAMABLE_VOLUMES.join(', ')}; end the name so`);
  }
  return ending === '.nrrd'
    ? joinParts(
        nrrdHeader(volume, ARRAYS[volume.type], compress),
        compress ? gzipStream(asBytes(pieces)) : asBytes(pieces),
      )
    : joinParts(metaImageHeader(volume, ARRAYS[volume.type]), asBytes(pieces));
}

async function* asBytes(pieces: AsyncIterable<ArrayBufferView>): AsyncGenerator<Uint8Array, void> {
  for await (const piece of pieces) yield bytesOf(piece);
}

async function* joinParts(header: Uint8Array, data: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  yield header;
  yield* data;
}

/** The volume formats that tilecast writes, by the endings of file names. */
import { InputError } from '../../../errors.js';
import type { Volume } from '../../../volume/volume.js';
import type { WriteOptions, WrittenFile } from './written-file.js';

type VolumeWriter = (volume: Volume, options: WriteOptions) => Promise<WrittenFile>;

/** Loaded when they are needed. */
const WRITERS: Readonly<Record<string, () => Promise<VolumeWriter>>> = {
  '.nrrd': async () => (await import('../nrrd/write-nrrd.js')).writeNrrd,
  '.nii.gz': async () => {
    const { writeNifti } = await import('../nifti/write-nifti.js');
    return (volume, options) => writeNifti(volume, { ...options, compress: true });
  },
  '.nii': async () => {
    const { writeNifti } = await import('../nifti/write-nifti.js');
    return (volume, options) => writeNifti(volume, { ...options, compress: false });
  },
  '.mha': async () => (await import('../meta-image/write-meta-image.js')).writeMetaImage,
};

/** File name extensions of the formats that `writeVolume` writes. */
export const WRITABLE_VOLUMES: readonly string[] = Object.keys(WRITERS);

/**
 * Writes a volume in the format that the ending of `name` says.
 * @throws InputError, one line that starts with the name, for another ending or what the format cannot say.
 */
export async function writeVolume(volume: Volume, name: string, options: WriteOptions = {}): Promise<WrittenFile> {
  const ending = WRITABLE_VOLUMES.find((candidate) => name.toLowerCase().endsWith(candidate));
  if (!ending) throw new InputError(`${name}: volumes are written as ${WRITABLE_VOLUMES.join(', ')}; end the name so`);
  try {
    return await (await WRITERS[ending]!())(volume, options);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`${name}: the volume ${error.message}`, { cause: error });
  }
}

/** The volume formats that tilecast reads: one reader each, told apart by content first and by name second. */
import { InputError } from '../../errors.js';
import { isMetaImage, readMetaImage } from './meta-image.js';
import { isNifti, readNifti } from './nifti.js';
import { isNrrd, readNrrd } from './nrrd.js';
import type { FileSource, VolumeFile, VolumeReader, VolumeSelection } from './source.js';

export interface VolumeFormat {
  readonly name: string;
  /** File name endings, in lower case. */
  readonly extensions: readonly string[];
  /** Whether the content says that it is of this format. */
  readonly recognizes: (bytes: Uint8Array) => boolean;
  readonly read: VolumeReader;
}

export const VOLUME_FORMATS: readonly VolumeFormat[] = [
  { name: 'NRRD', extensions: ['.nrrd', '.nhdr'], recognizes: isNrrd, read: readNrrd },
  { name: 'MetaImage', extensions: ['.mha', '.mhd'], recognizes: isMetaImage, read: readMetaImage },
  { name: 'NIfTI', extensions: ['.nii', '.nii.gz', '.hdr', '.hdr.gz'], recognizes: isNifti, read: readNifti },
];

/** The format of a file, told by its content first and by its name second; undefined if it is none of ours. */
export function findVolumeFormat({ name, bytes }: Pick<FileSource, 'name' | 'bytes'>): VolumeFormat | undefined {
  const endsIn = ({ extensions }: VolumeFormat) => extensions.some((ending) => name.toLowerCase().endsWith(ending));
  return VOLUME_FORMATS.find(({ recognizes }) => recognizes(bytes)) ?? VOLUME_FORMATS.find(endsIn);
}

/**
 * Reads a volume of any known format.
 * @throws InputError, one line that starts with the file's name, if it is none or a broken one.
 */
export function readVolume(source: FileSource, selection: VolumeSelection = {}): Promise<VolumeFile> {
  const { name, bytes } = source;
  if (bytes.length === 0) throw new InputError(`${name}: is empty; a volume was expected`);
  const format = findVolumeFormat(source);
  if (!format) {
    const known = VOLUME_FORMATS.map(({ name, extensions }) => `${name} (${extensions.join(', ')})`).join(', ');
    throw new InputError(`${name}: is not a volume that tilecast knows; it reads ${known}`);
  }
  return format.read(source, selection);
}

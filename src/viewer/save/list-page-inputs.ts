/** The inputs of a saved page: the files that are open, and the volumes that were made of them. */
import { findMeshFormat, findVolumeFormat, InputError, smallestSpacing } from '../../index.js';
import { recognizeLabels } from '../../lab.js';
import type { LoadedImage } from '../../recipe/scene/scene-data.js';
import type { PageInput, ReadPageVolume } from '../../viewer-page/pack-inputs.js';
import type { Contents } from '../data/contents.js';
import type { ReadInput } from '../data/files/load-files.js';
import { baseName } from '../data/files/named-bytes.js';
import { readViewerFile } from '../data/files/viewer-file.js';

/** Reads single files again: what was shown of them does not hold all that is in them. */
export async function listPageInputs(contents: Contents): Promise<PageInput[]> {
  const { data, inputs } = contents;
  const { volume, finest, name, pages, fused = [], labels, unit } = data;
  const images: readonly LoadedImage[] = volume ? [{ name, volume, pages, finest }, ...fused] : [];
  const volumeInputs = inputs.filter(({ kind }) => kind === 'volume');
  // Channels of one file are volumes of their own.
  const isOneEach = volumeInputs.length === images.length;
  const others = inputs.filter(({ kind }) => kind !== 'volume');
  const made = isOneEach
    ? volumeInputs.map((input, at) => toInput(contents, input, images[at] && { ...images[at], unit }))
    : images.map(async (image, at) => fromVolume(`channel-${at + 1}`, { ...image, unit }));
  const rest = others.map((input) =>
    toInput(contents, input, input.kind === 'labels' && labels ? { ...labels, unit } : undefined),
  );
  return Promise.all([...made, ...rest]);
}

/** An image in a world of some unit. */
type MeasuredImage = LoadedImage & { readonly unit: string | undefined };

const fromVolume = (name: string, image: MeasuredImage): PageInput => ({
  name,
  sizeBytes: undefined,
  read: () => Promise.reject(new InputError(`${name}: is no single file`)),
  readVolume: async () => describeVolume(image, false),
});

function describeVolume({ volume, pages, finest, unit }: MeasuredImage, isMask: boolean): ReadPageVolume {
  const finer = finest ?? pages?.level;
  return {
    volume,
    isLabels: isMask || recognizeLabels(volume).isLabels,
    lengthUnit: unit === '' ? undefined : unit,
    ...(finer && finer !== volume && { finestSpacing: smallestSpacing(finer) }),
  };
}

/** @param image that was made of the input, if one was. */
async function toInput({ files }: Contents, input: ReadInput, image: MeasuredImage | undefined): Promise<PageInput> {
  const { path, kind } = input;
  const isMask = kind === 'labels' && !input.isFound;
  const name = baseName(path);
  const own = files.filter((file) => (file.input ?? file.name) === path);
  const [file] = own;
  if (!file || own.length > 1 || file.isStore || file.storeFiles) {
    if (!image) throw new InputError(`${name}: is no single file, and pages hold no others`);
    return { ...fromVolume(name, image), isMask, readVolume: async () => describeVolume(image, isMask) };
  }
  const idle = { report: () => undefined, inspect: async () => undefined };
  const bytes = await readViewerFile(file, new AbortController().signal, idle);
  const source = { name: file.name, bytes, readSibling: () => Promise.reject(new InputError('is not read')) };
  // The voxels of a mesh that is a mask are made again.
  const isMesh = findMeshFormat(source) !== undefined && findVolumeFormat(source) === undefined;
  return {
    name,
    isMask,
    sizeBytes: bytes.length,
    read: async () => bytes,
    readVolume: isMesh || !image ? undefined : async () => describeVolume(image, isMask),
  };
}

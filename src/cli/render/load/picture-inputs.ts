/** The inputs of a picture: which of them are volumes and which meshes, and the options that each kind takes. */
import {
  findMeshFormat,
  findVolumeFormat,
  InputError,
  MAX_FUSED,
  MESH_FORMATS,
  VOLUME_FORMATS,
} from '../../../index.js';
import { refuseUnknown } from '../../../lab.js';
import { nameOfInput, type OpenedFile, type OpenedInput } from '../../../node/index.js';
import type { Option } from '../../../recipe/options/option.js';
import { OPTION_NAMES, OPTIONS, type OptionTexts, type OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';

/** The formats that can be rendered, for help and errors. */
export const listFormats = (formats: readonly { name: string; extensions: readonly string[] }[]) =>
  formats.map(({ name, extensions }) => `${name} (${extensions.join(', ')})`).join(', ');

export interface PictureInputs {
  /** The first, and those that are fused with it. */
  readonly volumes: readonly OpenedInput[];
  readonly meshes: readonly OpenedFile[];
}

/** @throws InputError for what is neither a volume nor a mesh, and for more volumes than a picture can have. */
export function tellApart(inputs: readonly OpenedInput[], { raw }: Pick<OptionValues, 'raw'>): PictureInputs {
  const volumes: OpenedInput[] = [];
  const meshes: OpenedFile[] = [];
  for (const input of inputs) {
    // A single raw input may look like anything.
    const isMesh = 'source' in input && !(raw !== undefined && inputs.length === 1) && !isVolume(input, raw);
    if (isMesh) meshes.push(input);
    else volumes.push(input);
  }
  const extra = volumes[1 + MAX_FUSED];
  if (extra) {
    const most = 1 + MAX_FUSED;
    throw new InputError(
      `${nameOfInput(extra)}: is volume ${most + 1}; a picture shows up to ${most} volumes, and meshes`,
    );
  }
  return { volumes, meshes };
}

/** Whether it is a volume, or else a mesh. */
function isVolume({ source }: OpenedFile, raw: string | undefined): boolean {
  if (source.bytes.length === 0) throw new InputError(`${source.name}: is empty; a volume or a mesh was expected`);
  if (findVolumeFormat(source)) return true;
  if (findMeshFormat(source)) return false;
  if (raw !== undefined) return true;
  return refuseUnknown(source, 'neither a volume nor a mesh', [...VOLUME_FORMATS, ...MESH_FORMATS]);
}

/** Whether an option of volumes says something of meshes too, as it was given. */
const isForBoth = (name: string, { quality, shade, values }: OptionTexts): boolean =>
  (name === 'quality' && quality === 'path') ||
  (name === 'shade' && shade === false) ||
  (name === 'threshold' && values !== undefined);

/** Refuses options for what is not among the inputs. */
export function refuseStrayOptions(
  given: OptionTexts,
  has: Readonly<Record<NonNullable<Option['of']>, boolean>>,
): void {
  const stray = OPTION_NAMES.find((name) => {
    const { of }: Option = OPTIONS[name];
    return of !== undefined && !has[of] && given[name] !== undefined && !isForBoth(name, given);
  });
  if (stray === undefined) return;
  const { of }: Option = OPTIONS[stray];
  fail(`--${stray}: is for ${of === 'volume' ? 'a volume' : 'meshes'}, and there is none`);
}

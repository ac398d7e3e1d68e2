/** The options of `tilecast view` as attributes of the page's element, and the files that they name. */
import { formatCamera, MESH_FORMATS, parseCamera, VOLUME_FORMATS } from '../../index.js';
import { readInputText } from '../../node/index.js';
import { completeTexts, type OptionTexts, parseOptions } from '../../recipe/options.js';
import { findEnvironmentName } from '../../recipe/parse/file-or-name.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { withPathDefaults } from '../../recipe/recipe.js';
import { parseView, VIEW_OPTIONS } from '../../recipe/scene/view-options.js';
import { chooseCamera } from '../render/frames/choose-camera.js';
import { inlineFiles } from '../render/load/inline-files.js';
import { planPicture } from '../render/pictures/open-picture.js';
import type { GivenArguments } from '../render/render-options.js';
import { VIEWER_OPTION_NAMES, type ViewerOption } from './view-command-options.js';

export interface ChosenAttributes {
  readonly attributes: Readonly<Record<string, string>>;
  /** A label volume, or a mesh whose inside is shown. */
  readonly mask: string | undefined;
  /** The file of a panorama. */
  readonly panorama: string | undefined;
}

type GivenOptions = Pick<OptionTexts, ViewerOption>;

/**
 * Checks the options as `tilecast render` does.
 * @param hasView whether a saved view says where the camera is.
 * @throws InputError that names the option or the file.
 */
export async function chooseAttributes(args: GivenArguments, hasView: boolean): Promise<ChosenAttributes> {
  const names = VIEWER_OPTION_NAMES.filter((name) => args[name] !== undefined);
  const named: GivenOptions = Object.fromEntries(names.map((name) => [name, args[name]]));
  const given: GivenOptions = withPathDefaults(named, named);
  const moved = hasView ? VIEW_OPTIONS.find((name) => given[name] !== undefined) : undefined;
  if (moved) fail(`--${moved}: the saved view has a camera; --camera FILE takes its place`);
  await checkAsRender(given, args.inputs ?? []);
  const { mask, environment, ...others } = given.camera === undefined ? given : omit(given, MOVES);
  const panorama = environment !== undefined && !findEnvironmentName(environment) ? environment : undefined;
  const texts = {
    ...others,
    ...(panorama === undefined && { environment }),
    ...(await inlineFiles(given)),
    camera: given.camera && (await inlineCamera(given.camera, given)),
  };
  const attributes = Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, formatAttribute(value)]],
  );
  return { attributes: Object.fromEntries(attributes), mask, panorama };
}

/** Options that move a camera from a file. */
const MOVES = ['azimuth', 'elevation', 'roll', 'zoom'] as const;

const omit = (given: GivenOptions, names: readonly ViewerOption[]): GivenOptions =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !names.some((left) => left === name)));

async function inlineCamera(path: string, moves: GivenOptions): Promise<string> {
  const texts = Object.fromEntries(MOVES.map((name) => [name, moves[name]]));
  return formatCamera(parseView(texts).move(parseCamera(await readInputText(path), path)));
}

/** Finds what `tilecast render` would find, but in the files that the page reads. */
async function checkAsRender({ mask, labels, ...given }: GivenOptions, inputs: readonly string[]): Promise<void> {
  parseOptions({ labels });
  // The page says whether a volume has labels.
  if (labels !== undefined && mask === undefined && !given['label-surfaces'] && inputs.every(isMeshName)) {
    fail('--labels: is for --mask, which names the label volume, or for --label-surfaces');
  }
  // A surface without a value is in the middle of the values; the page has no files of values.
  const { mode, ...rest } = given;
  for (const option of ['values', 'underlay'] as const) {
    const file = rest[option]?.find((name) => /[./\\]/.test(name));
    if (file !== undefined)
      fail(`--${option}: ${file} is a file, which the page cannot read; name values that are in the mesh`);
  }
  const checked = {
    ...rest,
    ...(!(mode === 'isosurface' && given.iso === undefined) && mode !== undefined && { mode }),
  };
  await planPicture(completeTexts(checked), checked, undefined);
  await chooseCamera(parseOptions(checked));
}

type Formats = readonly { readonly extensions: readonly string[] }[];

const hasExtensionOf = (path: string, formats: Formats) =>
  formats.some(({ extensions }) => extensions.some((extension) => path.toLowerCase().endsWith(extension)));

const isMeshName = (path: string) => hasExtensionOf(path, MESH_FORMATS) && !hasExtensionOf(path, VOLUME_FORMATS);

/** Several values are a JSON list, since some have blanks. */
function formatAttribute(value: string | boolean | readonly string[]): string {
  if (typeof value === 'object') return value.length === 1 ? value[0]! : JSON.stringify(value);
  return String(value);
}

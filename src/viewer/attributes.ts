/** The element's attributes, in the words of the command line where it has them. */
import { InputError, parseCamera, withVertical } from '../index.js';
import { isOptionName, OPTIONS } from '../recipe/options.js';
import { parseChoice, parseFrom, parseRange } from '../recipe/parse/parse-options.js';
import { readSceneOption, SCENE_OPTIONS, type SceneOption } from '../recipe/scene/choose-scene.js';
import { VIEW_OPTIONS, type ViewTexts } from '../recipe/scene/view-options.js';
import { NAVIGATIONS } from './camera/navigate.js';
import { parseSelection, SELECTION_OPTIONS, type SelectionTexts } from './data/files/selection.js';
import type { DocumentPatch, ViewerDocument } from './document/document.js';
import { LAYOUTS, PANEL_NAMES, type Preferences } from './preferences.js';

/** The effect of an attribute. */
export interface AttributeEffect {
  readonly document?: DocumentPatch;
  readonly preferences?: Partial<Preferences>;
  /** Says how what is loaded is seen first. */
  readonly view?: ViewTexts;
  /** Says what of the files is taken. */
  readonly selection?: SelectionTexts;
  /** Whether it is the address of a file, which is opened with the others. */
  readonly isFile?: boolean;
  /** Name of the viewers that show the same place. */
  readonly link?: string;
  /** Resting frames that are averaged. */
  readonly frames?: number;
  /** Milliseconds that a frame may take while something moves. */
  readonly budgetMs?: number;
  /** Address of the server that renders. */
  readonly remote?: string;
}

type Reader = (text: string, name: string) => AttributeEffect;

/** Readers of attributes that are no options of pictures. */
const READERS = {
  'slice-window': (text, name) => ({ document: { sliceWindow: parseRange(name, text) } }),
  camera: (text, name) => ({ document: { camera: withVertical(parseCamera(text, name)) } }),
  navigation: (text, name) => ({ preferences: { navigation: parseChoice(name, text, NAVIGATIONS) } }),
  layout: (text, name) => ({ preferences: { layout: parseChoice(name, text, LAYOUTS) } }),
  link: (text) => ({ link: text }),
  panel: (text, name) => ({ preferences: { panel: text ? parseChoice(name, text, PANEL_NAMES) : undefined } }),
  frames: (text, name) => ({ frames: parseFrom(name, text, 1, Infinity) }),
  remote: (text) => ({ remote: text }),
  budget: (text, name) => ({ budgetMs: parseFrom(name, text, 1, Infinity) }),
} as const satisfies Readonly<Record<string, Reader>>;

type ViewOption = (typeof VIEW_OPTIONS)[number];
type SelectionOption = (typeof SELECTION_OPTIONS)[number];

export type AttributeName = 'src' | 'mask' | SceneOption | ViewOption | SelectionOption | keyof typeof READERS;

/** All attributes that the element listens to; `controls` and `theme` are the style sheet's. */
export const ATTRIBUTES: readonly AttributeName[] = [
  'src',
  'mask',
  ...SCENE_OPTIONS,
  ...VIEW_OPTIONS,
  ...SELECTION_OPTIONS,
  ...(Object.keys(READERS) as (keyof typeof READERS)[]),
];

const isRepeatable = (name: string) => isOptionName(name) && 'repeatable' in OPTIONS[name];

const NAMES_OF_VALUES: readonly string[] = ['values', 'underlay'];

/** Splits by blanks or semicolons, names of values, which have blanks, by semicolons alone; or reads a JSON list of texts. */
function splitList(name: string, text: string): readonly string[] {
  // A transfer function as JSON has blanks of its own.
  if (text.startsWith('{')) return [text];
  if (text.startsWith('[')) return parseTexts(name, text);
  return text.split(NAMES_OF_VALUES.includes(name) ? /\s*;\s*/ : /[\s;]+/);
}

function parseTexts(name: string, text: string): readonly string[] {
  try {
    const texts: unknown = JSON.parse(text);
    if (Array.isArray(texts) && texts.length > 0 && texts.every((part) => typeof part === 'string')) return texts;
  } catch {
    // Reported below.
  }
  throw new InputError(`${name}: must be texts by blanks, or a JSON list of them, not ${text.slice(0, 60)}`);
}

/** Whether the text of `environment` is the address of a panorama, and no name. */
export const isPanoramaAddress = (text: string) => /[./]/.test(text);

/** Attributes that may be addresses of files beside those of `src`. */
function isFile(name: string, text: string | undefined): boolean {
  return name === 'src' || name === 'mask' || (name === 'environment' && text !== undefined && isPanoramaAddress(text));
}

/** @throws InputError that names the option, before any file is read. */
function checkSelection(texts: SelectionTexts): SelectionTexts {
  parseSelection(texts);
  return texts;
}

/** @throws InputError that names the attribute. */
export function readAttribute(name: string, value: string | null, before: ViewerDocument): AttributeEffect {
  const text = value?.trim();
  if (isFile(name, text))
    return { isFile: true, ...(name === 'environment' && { document: { environment: undefined } }) };
  const isOne = <Name extends string>(names: readonly Name[]) => (names as readonly string[]).includes(name);
  if (isOne(VIEW_OPTIONS)) return { view: { [name]: text } };
  try {
    if (isOne(SELECTION_OPTIONS)) return { selection: checkSelection({ [name]: text }) };
    // Without it, the layout is the one that suits the data.
    if (text === undefined) return name === 'layout' ? { preferences: { layout: undefined } } : {};
    if (Object.hasOwn(READERS, name)) return READERS[name as keyof typeof READERS](text, name);
    const texts = isRepeatable(name) ? splitList(name, text) : [text];
    return { document: readSceneOption(name as SceneOption, texts, before) };
  } catch (cause) {
    // Attributes have no dashes.
    throw cause instanceof InputError ? new InputError(cause.message.replace(/^--/, ''), { cause }) : cause;
  }
}

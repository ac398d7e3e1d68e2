/** The element's attributes, in the words of the command line where it has them. */
import { type Camera, parseCamera, VIEW_NAMES, type ViewName } from '../index.js';
import { NAVIGATIONS } from './camera/navigate.js';
import type { DocumentPatch, ViewerDocument } from './document/document.js';
import { OPTION_NAMES, type OptionName, readChoice, readNumber, readOption, readRange } from './document/options.js';
import { LAYOUTS, type Preferences } from './preferences.js';

/** The effect of an attribute. */
export interface AttributeEffect {
  readonly document?: DocumentPatch;
  readonly preferences?: Partial<Preferences>;
  readonly view?: ViewName;
  readonly projection?: Camera['projection'];
  /** Resting frames that are averaged. */
  readonly frames?: number;
  /** Milliseconds that a frame may take while something moves. */
  readonly budgetMs?: number;
}

type Reader = (text: string, name: string) => AttributeEffect;

const PROJECTIONS = ['perspective', 'orthographic'] as const;

/** Those that are no options of pictures. */
const READERS = {
  window: (text, name) => ({ document: { window: readRange(text, name) } }),
  camera: (text, name) => ({ document: { camera: parseCamera(text, name) } }),
  view: (text, name) => ({ view: readChoice(text, name, VIEW_NAMES) }),
  projection: (text, name) => ({ projection: readChoice(text, name, PROJECTIONS) }),
  navigation: (text, name) => ({ preferences: { navigation: readChoice(text, name, NAVIGATIONS) } }),
  layout: (text, name) => ({ preferences: { layout: readChoice(text, name, LAYOUTS) } }),
  panel: (text) => ({ preferences: { panel: text } }),
  frames: (text, name) => ({ frames: readNumber(text, name, 1) }),
  budget: (text, name) => ({ budgetMs: readNumber(text, name, 1) }),
} as const satisfies Readonly<Record<string, Reader>>;

/** All attributes that the element listens to; `controls` and `theme` are the style sheet's. */
export const ATTRIBUTES: readonly AttributeName[] = [
  'src',
  ...OPTION_NAMES,
  ...(Object.keys(READERS) as (keyof typeof READERS)[]),
];

export type AttributeName = 'src' | OptionName | keyof typeof READERS;

/** Options that may be given several times, here by blanks or semicolons. */
const isList = (name: string) =>
  name === 'clip' || name.startsWith('mesh-') || name === 'reflectivity' || name === 'transform';

/** @throws InputError that names the attribute. */
export function readAttribute(name: string, value: string | null, before: ViewerDocument): AttributeEffect {
  if (value === null) return {};
  const text = value.trim();
  if (Object.hasOwn(READERS, name)) return READERS[name as keyof typeof READERS](text, name);
  const texts = isList(name) ? text.split(/[\s;]+/) : [text];
  return { document: readOption(name as OptionName, texts, before) };
}

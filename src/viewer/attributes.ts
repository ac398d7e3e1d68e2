/** The element's attributes, in the words of the command line where it has them. */
import { InputError, parseColor, RENDER_MODES, VIEW_NAMES, type ViewName } from '../index.js';
import { NAVIGATIONS } from './camera/navigate.js';
import type { DocumentPatch } from './document/document.js';
import { LAYOUTS, type Preferences } from './session.js';

/** The effect of an attribute. */
export interface AttributeEffect {
  readonly document?: DocumentPatch;
  readonly preferences?: Partial<Preferences>;
  readonly view?: ViewName;
  /** Resting frames that are averaged. */
  readonly frames?: number;
  /** Milliseconds that a frame may take while something moves. */
  readonly budgetMs?: number;
}

type Reader = (text: string, name: string) => AttributeEffect;

const READERS: Readonly<Record<string, Reader>> = {
  mode: (text, name) => ({ document: { mode: choose(text, name, RENDER_MODES) } }),
  iso: (text, name) => ({ document: { mode: 'isosurface', isoValue: number(text, name) } }),
  transfer: (text) => ({ document: { preset: text } }),
  shade: (text, name) => ({ document: { shade: choose(text || 'true', name, ['true', 'false']) === 'true' } }),
  background: (text, name) => ({ document: { background: text === 'transparent' ? text : parseColor(text, name) } }),
  step: (text, name) => ({ document: { step: positive(text, name) } }),
  window: (text, name) => {
    const [low = Number.NaN, high = Number.NaN] = text.split(',').map((part) => number(part, name));
    if (!(low < high)) throw new InputError(`${name}: must be LO,HI with LO below HI, not "${text}"`);
    return { document: { window: [low, high] } };
  },
  view: (text, name) => ({ view: choose(text, name, VIEW_NAMES) }),
  navigation: (text, name) => ({ preferences: { navigation: choose(text, name, NAVIGATIONS) } }),
  layout: (text, name) => ({ preferences: { layout: choose(text, name, LAYOUTS) } }),
  panel: (text) => ({ preferences: { panel: text } }),
  frames: (text, name) => ({ frames: positive(text, name) }),
  budget: (text, name) => ({ budgetMs: positive(text, name) }),
};

/** All attributes that the element listens to; `controls` and `theme` are the style sheet's. */
export const ATTRIBUTES = ['src', ...Object.keys(READERS)];

/** @throws InputError that names the attribute. */
export function readAttribute(name: string, value: string | null): AttributeEffect {
  const read = READERS[name];
  return read && value !== null ? read(value.trim(), name) : {};
}

function choose<Choice extends string>(text: string, name: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (!choice) throw new InputError(`${name}: "${text}" is none of ${choices.join(', ')}`);
  return choice;
}

function number(text: string, name: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InputError(`${name}: "${text}" is not a number`);
  return value;
}

function positive(text: string, name: string): number {
  const value = number(text, name);
  if (value <= 0) throw new InputError(`${name}: must be greater than 0, not ${text}`);
  return value;
}

/** Commands of keys, as data: the same table answers key presses and fills the help. */
import type { ViewName } from '../../index.js';

export type Command =
  | { readonly kind: 'turn'; readonly rightDegrees: number; readonly upDegrees: number }
  | { readonly kind: 'pan'; readonly right: number; readonly up: number }
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'view'; readonly view: ViewName }
  | { readonly kind: 'fit' | 'projection' | 'help' | 'undo' | 'redo' | 'close' };

/** The part of a keyboard event that matters here. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const TURN_DEGREES = 5;
/** A share of the image's height. */
const PAN_SHARE = 0.05;
const ZOOM_FACTOR = 1.15;

/** Right and up on the screen. */
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Views in the order of their keys. */
const KEY_VIEWS = ['anterior', 'posterior', 'left', 'right', 'superior', 'inferior'] as const;

const KEYS: Readonly<Record<string, Command>> = {
  '+': { kind: 'zoom', factor: ZOOM_FACTOR },
  '=': { kind: 'zoom', factor: ZOOM_FACTOR },
  '-': { kind: 'zoom', factor: 1 / ZOOM_FACTOR },
  ...Object.fromEntries(KEY_VIEWS.map((view, index) => [String(index + 1), { kind: 'view', view } as const])),
  r: { kind: 'fit' },
  o: { kind: 'projection' },
  '?': { kind: 'help' },
  Escape: { kind: 'close' },
};

/** The command of a key press; undefined leaves it to the browser. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyPress): Command | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) {
    const letter = key.toLowerCase();
    if (letter === 'z') return { kind: shiftKey ? 'redo' : 'undo' };
    return letter === 'y' ? { kind: 'redo' } : undefined;
  }
  const arrow = ARROWS[key];
  if (arrow) {
    const [right, up] = arrow;
    if (shiftKey) return { kind: 'pan', right: right * PAN_SHARE, up: up * PAN_SHARE };
    // The scene turns the way the arrow points, so the eye goes the other way.
    return { kind: 'turn', rightDegrees: -right * TURN_DEGREES, upDegrees: -up * TURN_DEGREES };
  }
  return Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
}

/** Lines of the help: what to press or do, and what it does. */
export const HELP: readonly (readonly [readonly string[], string])[] = [
  [['drag', 'arrows'], 'turn'],
  [['Shift + drag', 'right drag', 'Shift + arrows'], 'move'],
  [['wheel', 'pinch', '+', '−'], 'zoom to the pointer'],
  [['double click'], 'look at that point'],
  [['1', '2', '3', '4', '5', '6'], 'from the front, back, left, right, above, below'],
  [['Shift + arrows', 'Enter'], 'on a slice: move where the slices cross, measure there'],
  [['r'], 'show all of it again'],
  [['o'], 'perspective or orthographic'],
  [['Ctrl + Z', 'Ctrl + Shift + Z'], 'undo, redo'],
  [['Esc'], 'close what is open'],
];

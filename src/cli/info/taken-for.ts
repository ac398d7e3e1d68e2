/** The meaning that a volume's voxels are taken for, before a render shows it. */
import { defaultAppearance, type Statistics, type Volume } from '../../index.js';

export interface TakenFor {
  /** The voxels that `render` shows without options. Labels have a colour each, and colours are shown as they are. */
  readonly takenFor: 'labels' | 'values' | 'colors';
  /** Whether that is a guess from the voxels, or the file's name, that could well be wrong. */
  readonly guessed: boolean;
}

/** Follows the appearance that `render` takes without options, so that both say the same. */
export function findTakenFor(volume: Volume, statistics: Statistics, inColors: boolean): TakenFor {
  if (inColors) return { takenFor: 'colors', guessed: false };
  const { kind, labels } = defaultAppearance(volume, statistics);
  return { takenFor: kind === 'labels' ? 'labels' : 'values', guessed: labels.isGuess };
}

/** A note with the option of `render` that overrides it; numbers with fractions are no labels. */
export function formatTakenFor({ takenFor, guessed }: TakenFor, type: string): string {
  const known = `${takenFor}${guessed ? ', a guess' : ''}`;
  if (takenFor === 'labels') return `${known}; render --voxels values shows values`;
  return guessed || !type.startsWith('float') ? `${known}; render --voxels labels shows labels` : known;
}

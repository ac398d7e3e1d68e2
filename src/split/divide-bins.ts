/** Divides the bits of a key over the levels of a split. */
import { InputError } from '../errors.js';
import { MAX_DIGITS } from './max-bin-count.js';

/** The part of the key that a level splits by. */
export interface LevelDigits {
  /** The digit is the key, shifted right by this many bits, modulo `radix`. */
  readonly shift: number;
  /** A power of two. */
  readonly radix: number;
  /** Values that the digit takes: the radix, but for the first level, which may have fewer. */
  readonly digits: number;
  /** Bins of the levels before, each of which this one splits separately. */
  readonly segments: number;
  /** Bins after this level; of the last, those of the whole split, though its digits may name more. */
  readonly bins: number;
}

/**
 * The levels of a split into `binCount` bins, the one of the highest bits first.
 * @throws InputError if a level would have more than `maxDigits`.
 */
export function divideBins(binCount: number, levels: number, maxDigits = MAX_DIGITS): LevelDigits[] {
  const bits = Math.ceil(Math.log2(binCount));
  const lowBits = Math.floor(bits / levels);
  const firstShift = lowBits * (levels - 1);
  const firstDigits = Math.ceil(binCount / 2 ** firstShift);
  if (firstDigits > maxDigits) {
    throw new InputError(
      `a split in ${levels} levels has up to ${maxDigits ** levels} bins, not ${binCount}: take more levels`,
    );
  }
  return Array.from({ length: levels }, (_, level) => {
    const segments = level === 0 ? 1 : firstDigits * 2 ** (lowBits * (level - 1));
    const digits = level === 0 ? firstDigits : 2 ** lowBits;
    const radix = level === 0 ? 2 ** (bits - firstShift) : digits;
    const bins = level === levels - 1 ? binCount : segments * digits;
    return { shift: firstShift - lowBits * level, radix, digits, segments, bins };
  });
}

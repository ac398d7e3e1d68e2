/** Tone curves: how light without a bound, as paths gather it, becomes colours from 0 to 1. */

/** `clip`: what is brighter than 1 is 1, channel by channel. `soft`: bright colours approach 1 and keep their hue. */
export const TONES = ['soft', 'clip'] as const;
/** How light becomes what a screen shows. */
export type Tone = (typeof TONES)[number];

/** The largest channel up to which `soft` changes nothing. Same as in wgsl/cast/path/tone.wgsl. */
const KNEE = 0.8;

/** Factor of a colour by a tone curve, which follows from its largest channel: all channels are scaled alike, so a hue stays. */
export function toneFactor(tone: Tone, largest: number): number {
  if (tone === 'clip' || largest <= KNEE) return 1;
  return (1 - (1 - KNEE) * Math.exp((KNEE - largest) / (1 - KNEE))) / largest;
}

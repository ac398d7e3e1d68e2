/** Tone curves: how light without a bound, as paths gather it, becomes colours from 0 to 1. */

import { encodeSrgb } from '../../math/srgb.js';
import { mapVec3, scale, type Vec3 } from '../../math/vec3.js';
import type { LightSpace } from './albedo.js';

/**
 * `soft`: bright colours approach 1 and keep their hue. `clip`: what is brighter than 1 is 1, channel by channel. `filmic`: an S,
 * channel by channel, with deep shadows and highlights that fade to white; K. Narkowicz, "ACES filmic tone mapping curve", 2016.
 * Their order is that of the numbers of wgsl/cast/path/tone.wgsl.
 */
export const TONES = ['soft', 'clip', 'filmic'] as const;
/** A tone curve from light to pixels. */
export type Tone = (typeof TONES)[number];

/** How light is shown. */
export interface Exposure {
  /** Factor of the light. */
  readonly exposure: number;
  readonly tone: Tone;
  readonly lightSpace: LightSpace;
}

/** The largest channel up to which `soft` changes nothing. Same as in wgsl/cast/path/tone.wgsl. */
const KNEE = 0.8;

/** The colour that a screen shows for light, which is not multiplied by an opacity; `clip` may leave it above 1. */
export function showLight(light: Vec3, { exposure, tone, lightSpace }: Exposure): Vec3 {
  const toned = applyTone(tone, scale(light, exposure));
  return lightSpace === 'linear' ? mapVec3(toned, encodeSrgb) : toned;
}

function applyTone(tone: Tone, light: Vec3): Vec3 {
  if (tone === 'filmic') return mapVec3(light, filmic);
  const largest = Math.max(...light);
  return tone === 'clip' || largest <= KNEE ? light : scale(light, soft(largest) / largest);
}

/** All channels are scaled as the largest is, so a hue stays. */
const soft = (largest: number) => 1 - (1 - KNEE) * Math.exp((KNEE - largest) / (1 - KNEE));

const filmic = (light: number) => Math.min(1, (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14));

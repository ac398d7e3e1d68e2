/** The pixels of light that paths gathered, on the CPU: as the kernel of paths shows it. */
import { mapVec3, type Vec3 } from '../../math/vec3.js';
import { type Exposure, showLight } from '../../transfer/light/tone.js';
import type { EvenBackground } from '../scene.js';
import type { FrameOutputs } from '../target/outputs.js';
import { backgroundLight } from './background-light.js';

/** How the light of paths is shown, and before what. */
export interface ShownLight extends Exposure {
  /** Colour behind all that paths met, or `transparent`. */
  readonly background: EvenBackground;
}

/**
 * Pixels of light, and its colours over the background, which is as bright as it is: the tone curve is for light alone.
 * @param color four floats for each pixel: light, times its opacity and without a background, and opacity. They are changed.
 */
export function showColors(
  color: Float32Array<ArrayBuffer>,
  { background, ...settings }: ShownLight,
): Pick<FrameOutputs, 'pixels' | 'color'> {
  const isStraight = background === 'transparent';
  const behind = isStraight ? ([0, 0, 0] as const) : background;
  const lightBehind = backgroundLight(behind, { quality: 'path', ...settings }) as Vec3;
  const pixels = new Uint8Array(color.length);
  for (let at = 0; at < color.length; at += 4) {
    const opacity = color[at + 3]!;
    // Colours are multiplied by their opacities, light and pixels are not.
    const shown = showLight(
      mapVec3([0, 1, 2], (channel) => color[at + channel]! / Math.max(opacity, 1e-6)),
      settings,
    );
    for (const channel of [0, 1, 2] as const) {
      const own = isStraight ? shown[channel] : opacity * shown[channel] + (1 - opacity) * behind[channel];
      pixels[at + channel] = toByte(own);
      color[at + channel]! += (1 - opacity) * lightBehind[channel];
    }
    pixels[at + 3] = isStraight ? toByte(opacity) : 255;
    if (!isStraight) color[at + 3] = 1;
  }
  return { pixels, color };
}

const toByte = (value: number) => Math.round(255 * Math.min(1, Math.max(0, value)));

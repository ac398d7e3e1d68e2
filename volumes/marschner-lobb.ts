/** The test signal of S. R. Marschner and R. J. Lobb, "An Evaluation of Reconstruction Filters for Volume Rendering", 1994. */
import type { SampleVolume } from './write-nrrd.js';

/** From −1 to 1 on each axis, every 0.05 as in the paper: barely enough for the ripples, so that filters tell apart. */
const SAMPLES = 41;
const SPACING = 2 / (SAMPLES - 1);
const FREQUENCY = 6;
const AMPLITUDE = 0.25;
/** Multiples of 1/4096, which float32 holds exactly, compress better than all digits. */
const QUANTA = 4096;

/** The signal, 0…1, in [−1, 1]³. */
export function marschnerLobb(x: number, y: number, z: number): number {
  const ripples = Math.cos(2 * Math.PI * FREQUENCY * Math.cos((Math.PI / 2) * Math.hypot(x, y)));
  return (1 - Math.sin((Math.PI / 2) * z) + AMPLITUDE * (1 + ripples)) / (2 * (1 + AMPLITUDE));
}

export function generateMarschnerLobb(): SampleVolume {
  const voxels = new Float32Array(SAMPLES ** 3);
  let index = 0;
  for (let k = 0; k < SAMPLES; k++) {
    for (let j = 0; j < SAMPLES; j++) {
      for (let i = 0; i < SAMPLES; i++, index++) {
        const value = marschnerLobb(i * SPACING - 1, j * SPACING - 1, k * SPACING - 1);
        voxels[index] = Math.round(value * QUANTA) / QUANTA;
      }
    }
  }
  return {
    type: 'float',
    sizes: [SAMPLES, SAMPLES, SAMPLES],
    voxels,
    geometry: [`spacings: ${SPACING} ${SPACING} ${SPACING}`, 'axis mins: -1 -1 -1', 'centerings: node node node'],
  };
}

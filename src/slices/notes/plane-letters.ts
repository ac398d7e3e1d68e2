/** The letters around a slice of a patient. */
import { scale } from '../../math/vec3.js';
import { type EdgeLetters, lettersAround } from '../../overlay/edge-letters.js';
import type { PlaneDirections } from '../planes.js';

export const planeLetters = ({ right, down }: Pick<PlaneDirections, 'right' | 'down'>): EdgeLetters =>
  lettersAround(right, scale(down, -1));

/** Which way the patient lies in an image: what its edges point to. */
import { type Camera, cameraBasis } from '../camera/camera.js';
import { scale, type Vec3 } from '../math/vec3.js';
import { anatomicalLetter } from '../volume/anatomical-letters.js';

/** One or two of R, L, A, P, S, I: the patient's right, left, front, back, head and feet. */
export interface EdgeLetters {
  /** Letter of the direction to the left of the image. */
  readonly left: string;
  /** Letter of the direction to the right of the image. */
  readonly right: string;
  /** Letter of the direction to the top of the image. */
  readonly top: string;
  /** Letter of the direction to the bottom of the image. */
  readonly bottom: string;
}

/** Fraction of the largest component: a direction gets a second letter when it is more than 22.5° off an axis. */
const SECOND_LETTER_FROM = Math.tan(Math.PI / 8);
/** A rotation's rounding must not swap the letters of a direction half-way between two axes. */
const EQUAL_WITHIN = 1e-6;

/**
 * The letters of the directions that the edges of the camera's image point to, in a world that is LPS, as that of anatomical
 * volumes is: the axis that the direction is nearest to, and after it the second nearest where the direction is more than 22.5°
 * off towards it, as "RA". Perspective makes no difference: the directions are those of the image's plane.
 */
export function edgeLetters(camera: Camera): EdgeLetters {
  const { right, up } = cameraBasis(camera);
  return lettersAround(right, up);
}

/** The letters of an image whose right and upper edges lie in these directions. */
export function lettersAround(right: Vec3, up: Vec3): EdgeLetters {
  return {
    left: lettersOf(scale(right, -1)),
    right: lettersOf(right),
    top: lettersOf(up),
    bottom: lettersOf(scale(up, -1)),
  };
}

function lettersOf(direction: Vec3): string {
  const parts = direction.map((component, axis) => ({
    letter: anatomicalLetter(axis as 0 | 1 | 2, component),
    size: Math.abs(component),
  }));
  const [first, second] = parts.sort((a, b) => (Math.abs(b.size - a.size) < EQUAL_WITHIN ? 0 : b.size - a.size));
  return second!.size > SECOND_LETTER_FROM * first!.size + EQUAL_WITHIN
    ? first!.letter + second!.letter
    : first!.letter;
}

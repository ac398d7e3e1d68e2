/** The letters of directions in an anatomical world. */

/** Letters of each axis of the world, which is LPS: that of its negative and of its positive direction. */
const LETTERS = [
  ['R', 'L'],
  ['A', 'P'],
  ['I', 'S'],
] as const;

export type AnatomicalLetter = (typeof LETTERS)[number][number];

/** R, L, A, P, I or S: to the patient's right, left, front, back, feet or head, for a component along `axis`. */
export function anatomicalLetter(axis: 0 | 1 | 2, component: number): AnatomicalLetter {
  return LETTERS[axis][component < 0 ? 0 : 1];
}

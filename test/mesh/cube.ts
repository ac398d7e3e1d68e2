/** The unit cube of tests, counter-clockwise from outside. */

/** Corner `i` has its bits as coordinates x, y, z. */
export const CUBE_CORNERS = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => [i & 1, (i >> 1) & 1, i >> 2] as const);

/** The corners of each face. */
export const CUBE_QUADS = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
] as const;

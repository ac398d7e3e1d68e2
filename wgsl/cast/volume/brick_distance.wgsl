// Distances between bricks, in bricks, along the axis where they are farthest apart: two in a word.

// Beyond, no brick is looked for.
const MAX_DISTANCE = 31u;
const DISTANCE_BITS = 16u;

// The unit of sums of normals, in fixed point.

// The angles about a vertex may add up to 128, twenty full turns, before 32 bits overflow.
const NORMAL_SCALE = 16777216.0;

// The guides of a pixel: sums over frames of the albedo, the depth and the normal of the first scattering, each averaged over the
// paths of the frame; then, of normal, colour, albedo and depth, sums over frames of squared deviations from the mean of frames.

const GUIDE_WORDS = 14u;
const NORMALS = 4u;
const NORMAL_DEVIATIONS = 7u;
const COLOR_DEVIATIONS = 8u;
const ALBEDO_DEVIATIONS = 12u;
const DEPTH_DEVIATIONS = 13u;

/** The colours of the lines in which slices cut meshes. */
import { labelColors, type Vec3 } from '../../index.js';

/** Meshes begin after the colours of a few labels. */
const LABEL_COLORS = 3;

/** A colour for each of some meshes. */
export const meshLineColors = (count: number): readonly Vec3[] => labelColors(LABEL_COLORS + count).slice(LABEL_COLORS);

/** The edges that a mask has unless an option says. */
import type { MaskEdges } from '../../../index.js';
import type { SceneChoice } from '../scene-choice.js';

/** The edges of the option, or else smooth ones; frames of quality plain take voxels as they are. */
export const chooseMaskEdges = ({ maskEdges, quality }: Pick<SceneChoice, 'maskEdges' | 'quality'>): MaskEdges =>
  maskEdges ?? (quality === 'plain' ? 'voxels' : 'smooth');

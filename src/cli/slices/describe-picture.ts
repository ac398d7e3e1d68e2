/** Contents of a picture of slices, as JSON for programs that go on with it. */
import type { DrawnPicture } from '../../slices/draw-picture.js';
import type { PlannedPicture } from './plan-slices.js';

/** Slices in their order, with the world point of the centre of their first pixels, and the ways of one pixel. */
export function describePicture(
  output: string | undefined,
  { shown, picture }: PlannedPicture,
  { width, height, panels }: DrawnPicture,
) {
  return {
    output,
    width,
    height,
    slices: shown.map((panel, index) => {
      const { content } = picture.panels[index]!;
      if (panel === '3d' || 'render' in content) return { plane: '3d', ...panels[index]! };
      const { name, plane, position } = panel;
      const { origin, right, down } = content;
      return { plane: name ?? 'oblique', position, normal: plane.normal, origin, right, down, ...panels[index]! };
    }),
  };
}

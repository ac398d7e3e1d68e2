/** A small figure that shows how the world's axes lie in the picture. */
import { html, svg } from 'lit-html';
import { type Camera, cameraBasis, type Vec3 } from '../../index.js';
import { dot } from '../../math/vec3.js';

const SIZE = 76;
const ARM = 26;

interface Arm {
  readonly axis: Vec3;
  readonly color: string;
  readonly names: readonly [string, string];
}

/** Red, green and blue, as everywhere; towards the patient's left, back and head where the world is LPS. */
const arms = (anatomical: boolean): readonly Arm[] => [
  { axis: [1, 0, 0], color: '#ff6b6b', names: anatomical ? ['L', 'R'] : ['x', ''] },
  { axis: [0, 1, 0], color: '#5fd38d', names: anatomical ? ['P', 'A'] : ['y', ''] },
  { axis: [0, 0, 1], color: '#6aa8ff', names: anatomical ? ['S', 'I'] : ['z', ''] },
];

export function orientationFigure(camera: Camera, anatomical: boolean) {
  const { right, up, forward } = cameraBasis(camera);
  const ends = arms(anatomical)
    .flatMap(({ axis, color, names }) =>
      [1, -1].map((sign) => ({
        x: SIZE / 2 + sign * ARM * dot(axis, right),
        y: SIZE / 2 - sign * ARM * dot(axis, up),
        depth: sign * dot(axis, forward),
        color,
        name: names[sign > 0 ? 0 : 1],
      })),
    )
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.depth - a.depth);
  return html`<svg class="figure" viewBox="0 0 ${SIZE} ${SIZE}" aria-hidden="true">
    ${ends.map(
      ({ x, y, depth, color, name }) => svg`
        <line x1=${SIZE / 2} y1=${SIZE / 2} x2=${x} y2=${y} stroke=${color} stroke-width="2" opacity=${depth > 0.3 ? 0.45 : 1} />
        <text x=${SIZE / 2 + 1.3 * (x - SIZE / 2)} y=${SIZE / 2 + 1.3 * (y - SIZE / 2)} opacity=${depth > 0.3 ? 0.6 : 1}>${name}</text>`,
    )}
  </svg>`;
}

/** Writes the views that both sides cast from: name, eye, and the directions of a picture of 1024² of a volume of 1024³. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cameraBasis, type Vec3 } from 'tilecast';
import { listViews } from '../sampling/scene.js';

const [side = 1024, image = 1024] = process.argv.slice(2).map(Number);
const axes = {
  columns: [[1, 0, 0] as const, [0, 1, 0] as const, [0, 0, 1] as const] as const,
  origin: [0, 0, 0] as const,
};

const lines = listViews({ sizes: [side, side, side], indexToWorld: axes }, 32).map(({ name, camera }) => {
  const { forward, right, up } = cameraBasis(camera);
  const slope = camera.projection === 'perspective' ? (2 * Math.tan((camera.fovDegrees * Math.PI) / 360)) / image : 0;
  const perPixel = (direction: Vec3) => direction.map((component) => component * slope);
  return [name, ...camera.eye, ...forward, ...perPixel(right), ...perPixel(up)].join(' ');
});
writeFileSync(join(import.meta.dirname, 'views.txt'), `${lines.join('\n')}\n`);

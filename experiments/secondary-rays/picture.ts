/** Renders `chessboard.png`: shadows, two reflections and ambient occlusion. */
import { join } from 'node:path';
import { createShading, type MeshScene, Renderer } from 'tilecast';
import { createIcosphere } from 'tilecast/lab';
import { encodePng, openGpu, writeWholeFile } from 'tilecast/node';
import { BOARD, CAMERA, LIGHT } from './scene.js';

const ball = (x: number, y: number, radius: number) =>
  createIcosphere({ subdivisions: 5, radius, center: [x, y, radius] });
const scene: MeshScene = {
  meshes: [
    { mesh: BOARD, reflectivity: 0.2 },
    { mesh: ball(-1.6, 0.3, 0.6), color: [1, 0.85, 0.5], reflectivity: 0.5 },
    { mesh: ball(0.3, 1.2, 0.8), color: [1, 1, 1], reflectivity: 0.85 },
    { mesh: ball(1.6, -0.4, 0.5), color: [0.8, 0.9, 1], reflectivity: 0.6 },
  ],
  shading: createShading({ light: LIGHT, ambient: 0.4, diffuse: 0.6, specular: 0.3, shininess: 40 }),
  background: [0.6, 0.72, 0.88],
  shadows: true,
  ambientOcclusion: { rays: 12, distance: 3 },
};

const gpu = await openGpu({ software: process.argv.includes('--software') });
const frame = await new Renderer(gpu).render(scene, CAMERA, { width: 640, height: 400, samplesPerPixel: 6 });
await writeWholeFile(join(import.meta.dirname, 'chessboard.png'), encodePng(frame));
gpu.destroy();

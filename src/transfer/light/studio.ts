/** Studios of soft boxes, as panoramas: lamps with an extent, in the dark. */
import { dot, normalize, type Vec3 } from '../../math/vec3.js';
import { createEnvironmentMap, type EnvironmentMap, panoramaDirection } from './environment.js';

/** A lamp: a rectangle of light on the sphere of directions. */
interface SoftBox {
  /** Degrees to the right of straight ahead, behind the scene, and above the horizon. */
  readonly azimuth: number;
  readonly elevation: number;
  /** Degrees across and from below to above. */
  readonly width: number;
  readonly height: number;
  readonly light: Vec3;
}

interface Studio {
  readonly boxes: readonly SoftBox[];
  /** Light of the walls, at the floor and above. */
  readonly floor: Vec3;
  readonly ceiling: Vec3;
}

/** `softbox`: even light from large lamps. `cinematic`: one warm lamp at the side, a cool edge from behind, and little else. */
const STUDIOS = {
  softbox: {
    boxes: [
      { azimuth: -135, elevation: 40, width: 60, height: 50, light: [3.9, 3.8, 3.65] },
      { azimuth: 120, elevation: 15, width: 30, height: 60, light: [1.4, 1.43, 1.46] },
      { azimuth: 20, elevation: 60, width: 80, height: 25, light: [2, 2.03, 2.06] },
    ],
    floor: [0.06, 0.06, 0.06],
    ceiling: [0.18, 0.18, 0.19],
  },
  cinematic: {
    boxes: [
      { azimuth: -125, elevation: 45, width: 36, height: 36, light: [11, 10, 8.6] },
      { azimuth: 65, elevation: 20, width: 18, height: 70, light: [4.2, 5, 6.2] },
      { azimuth: -40, elevation: 65, width: 40, height: 20, light: [2, 2, 2] },
    ],
    floor: [0.03, 0.03, 0.035],
    ceiling: [0.1, 0.11, 0.13],
  },
} as const satisfies Readonly<Record<string, Studio>>;

export type StudioName = keyof typeof STUDIOS;

/** Rows of the panorama, and the degrees over which the edges of a box fade. */
const HEIGHT = 128;
const EDGE = 3;

/** Light of a studio that comes from a direction to the right, up and ahead, of unit length. */
export function studioLight(name: StudioName, direction: Vec3): Vec3 {
  const { boxes, floor, ceiling }: Studio = STUDIOS[name];
  const above = 0.5 + 0.5 * direction[1];
  const shares = boxes.map((box) => shareOf(box, direction));
  const channel = (index: 0 | 1 | 2) =>
    floor[index] +
    above * (ceiling[index] - floor[index]) +
    boxes.reduce((sum, { light }, box) => sum + shares[box]! * light[index], 0);
  return [channel(0), channel(1), channel(2)];
}

/** The panorama of a studio. */
export function createStudio(name: StudioName): EnvironmentMap {
  const [width, height] = [2 * HEIGHT, HEIGHT];
  const colors = new Float32Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const direction = panoramaDirection(((pixel % width) + 0.5) / width, (Math.floor(pixel / width) + 0.5) / height);
    colors.set(studioLight(name, direction), 3 * pixel);
  }
  return createEnvironmentMap({ width, height, colors });
}

/** How much of a box is seen in a direction, from 0 to 1: its edges fade. */
function shareOf({ azimuth, elevation, width, height }: SoftBox, direction: Vec3): number {
  const [turned, raised] = [azimuth, elevation].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
  const right: Vec3 = [Math.cos(turned), 0, -Math.sin(turned)];
  const ahead: Vec3 = [Math.sin(turned) * Math.cos(raised), Math.sin(raised), Math.cos(turned) * Math.cos(raised)];
  const up = normalize([-Math.sin(turned) * Math.sin(raised), Math.cos(raised), -Math.cos(turned) * Math.sin(raised)]);
  const [x, y, z] = [right, up, ahead].map((axis) => dot(axis, direction));
  if (z! <= 0) return 0;
  const away = (part: number, whole: number) => (Math.abs(Math.atan2(part, z!)) * 180) / Math.PI - whole / 2;
  return fade(away(x!, width)) * fade(away(y!, height));
}

/** 1 within, 0 as far beyond the edge as half of its width. */
function fade(beyondDegrees: number): number {
  const at = Math.min(Math.max(0.5 - beyondDegrees / EDGE, 0), 1);
  return at * at * (3 - 2 * at);
}

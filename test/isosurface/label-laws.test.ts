/** Surfaces of labels as laws: neighbours share their boundary, axes do not matter, shading has no terraces, decimation keeps topology. */
import { describe, expect, it } from 'vitest';
import { sizeBytesOf } from '../../src/gpu/shaders/structs.js';
import { decimateSurfaces, SURFACE_TRIANGLES_MAX } from '../../src/isosurface/decimate-surfaces.js';
import { extractLabelSurfaces } from '../../src/isosurface/extract-label-surfaces.js';
import { extractShownSurfaces, type ShownSurfaces } from '../../src/isosurface/shown-label-surfaces.js';
import type { Vec3 } from '../../src/math/vec3.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { findClosedness } from '../../src/mesh/topology/closedness.js';
import { createMask, type LabelStyle } from '../../src/volume/mask.js';
import { finishSteps } from '../../src/volume/steps.js';
import { createVolume, type Volume } from '../../src/volume/volume.js';
import { createRandom } from '../camera/random.js';
import { areaOf, volumeOf } from '../mesh/measure-mesh.js';

function fill(sizes: Vec3, labelAt: (i: number, j: number, k: number) => number): Volume {
  const voxels = Uint8Array.from({ length: sizes[0] * sizes[1] * sizes[2] }, (_, at) => {
    const row = Math.floor(at / sizes[0]);
    return labelAt(at % sizes[0], row % sizes[1], Math.floor(row / sizes[1]));
  });
  return createVolume({ sizes, voxels });
}

const maskOf = (labels: Volume, ...styles: readonly LabelStyle[]) => createMask({ labels, styles });
const shown = (labels: Volume, ...styles: readonly LabelStyle[]) =>
  finishSteps(extractShownSurfaces(maskOf(labels, ...styles)));

/** A ball off the centres of voxels, in three parts that meet in a line. */
const PARTS = fill([26, 24, 25], (i, j, k) => {
  const [x, y, z] = [i - 12.3, j - 11.6, k - 12.1];
  if (Math.hypot(x, y, z) > 9) return 0;
  return x + 0.3 * y < 0 ? 1 : y - 0.2 * z < 0 ? 2 : 3;
});
const BALL = fill([26, 24, 25], (i, j, k) => Number(PARTS.voxels[i + 26 * (j + 24 * k)]! > 0));
const RED: Vec3 = [1, 0, 0];
const BLUE: Vec3 = [0, 0, 1];
const GREEN: Vec3 = [0, 1, 0];
const COLORED = [
  { label: 1, color: RED },
  { label: 2, color: BLUE },
  { label: 3, color: GREEN },
] as const;

describe('neighbours', () => {
  it('share their boundary without gaps: every triangle between them is one of both, to the bit', () => {
    const parts = extractLabelSurfaces(maskOf(PARTS, { label: 1 }, { label: 2 }, { label: 3 }));
    const counts = new Map<string, number>();
    for (const { mesh } of parts) {
      for (let at = 0; at < mesh.triangles.length; at += 3) {
        const corners = [0, 1, 2].map((corner) => {
          const vertex = 3 * mesh.triangles[at + corner]!;
          return mesh.positions.subarray(vertex, vertex + 3).join();
        });
        const key = corners.sort().join(' ');
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
    const [{ mesh: outside }] = shown(PARTS, ...COLORED) as [ShownSurfaces];
    const alone = [...counts.values()].filter((count) => count === 1).length;
    expect(alone).toBe(outside.triangles.length / 3);
    expect(Math.max(...counts.values())).toBe(2);
    expect(findClosedness(outside)).toEqual({ closed: true, openEdges: 0, misorientedEdges: 0 });
    const sum = parts.reduce((all, { mesh }) => all + volumeOf(mesh), 0);
    expect(sum / ((4 / 3) * Math.PI * 9 ** 3)).toBeCloseTo(1, 1);
  });

  it('have every boundary once: translucent labels theirs to all others, opaque ones none to each other', () => {
    const [ball] = extractLabelSurfaces(maskOf(BALL, { label: 1 }));
    const [{ mesh, parts }] = shown(PARTS, ...COLORED) as [ShownSurfaces];
    expect(mesh.triangles.length).toBe(ball!.mesh.triangles.length);
    expect(parts.map(({ label }) => label)).toEqual([1, 2, 3]);
    const [one] = extractLabelSurfaces(maskOf(PARTS, { label: 1 }));
    const seen = shown(PARTS, { label: 1, opacity: 0.5 }, { label: 2 }, { label: 3 });
    expect(seen.map(({ opacity }) => opacity)).toEqual([0.5, 1]);
    const total = seen.reduce((all, surface) => all + surface.mesh.triangles.length, 0);
    const inner = one!.mesh.triangles.length - 3 * parts[0]!.triangles;
    expect(total).toBe(mesh.triangles.length + inner);
  });
});

it('colours triangles by their labels', () => {
  const [{ mesh, parts }] = shown(PARTS, ...COLORED) as [ShownSurfaces];
  let triangle = 0;
  for (const { label, triangles } of parts) {
    const color = COLORED.find((style) => style.label === label)!.color.map((channel) => 255 * channel);
    for (const end = triangle + triangles; triangle < end; triangle++)
      expect([...mesh.faceColors!.subarray(4 * triangle, 4 * triangle + 4)]).toEqual([...color, 255]);
  }
  expect(4 * triangle).toBe(mesh.faceColors!.length);
});

it('are the same whatever the order of the axes', () => {
  const seed = 11;
  const random = createRandom(seed);
  const sizes: Vec3 = [9, 8, 7];
  const noise = fill(sizes, () => (random() < 0.6 ? 1 : 2));
  const turned = fill([7, 9, 8], (i, j, k) => noise.voxels[j + 9 * (k + 8 * i)]!);
  for (const labels of [1, 2]) {
    const [one] = extractLabelSurfaces(maskOf(noise, { label: labels }));
    const [other] = extractLabelSurfaces(maskOf(turned, { label: labels }));
    const pointsOf = ({ positions }: Mesh, order: Vec3) =>
      Array.from({ length: positions.length / 3 }, (_, vertex) =>
        order.map((axis) => positions[3 * vertex + axis]!.toFixed(4)).join(),
      ).sort();
    expect(pointsOf(other!.mesh, [1, 2, 0]), `seed ${seed}`).toEqual(pointsOf(one!.mesh, [0, 1, 2]));
    expect(volumeOf(other!.mesh) / volumeOf(one!.mesh)).toBeCloseTo(1, 5);
    expect(areaOf(other!.mesh) / areaOf(one!.mesh)).toBeCloseTo(1, 5);
  }
});

it('shades a slope of one voxel in twelve as a plane, where its vertices still have steps', () => {
  const slope = fill([60, 20, 20], (i, _, k) => Number(k < 8 + i / 12));
  const [{ mesh }] = shown(slope, { label: 1 }) as [ShownSurfaces];
  const expected = Math.atan(1 / 12);
  let [worst, count] = [0, 0];
  for (let vertex = 0; vertex < mesh.positions.length / 3; vertex++) {
    const [x, y, z] = [0, 1, 2].map((axis) => mesh.positions[3 * vertex + axis]!) as [number, number, number];
    // Ends of the slope turn to the volume's faces.
    if (x < 20 || x > 39 || y < 6 || y > 13 || z < 5) continue;
    const normal = mesh.normals!.subarray(3 * vertex, 3 * vertex + 3);
    worst = Math.max(worst, Math.abs(Math.atan2(-normal[0]!, normal[2]!) - expected));
    count++;
  }
  expect(count).toBeGreaterThan(100);
  // Steps would turn by 45 degrees.
  expect((worst * 180) / Math.PI).toBeLessThan(3);
});

it('has flat caps with edges where the volume cuts a label off', () => {
  const [{ mesh }] = shown(
    fill([8, 8, 8], () => 1),
    { label: 1 },
  ) as [ShownSurfaces];
  expect(volumeOf(mesh)).toBeCloseTo(512, 3);
  expect(areaOf(mesh)).toBeCloseTo(6 * 64, 3);
  expect(mesh.normals?.some((number) => number !== 0) ?? false).toBe(false);
  // A box's edges are edges: vertices there are several.
  expect(mesh.positions.length / 3).toBe(6 * 81);
});

describe('decimation', () => {
  it('leaves surfaces that devices take as they are', async () => {
    const surfaces = shown(PARTS, ...COLORED);
    expect(await decimateSurfaces(surfaces)).toBe(surfaces);
  });

  it('keeps the surface closed, its volume, its colours and edges between labels', async () => {
    const surfaces = shown(
      fill([60, 60, 60], (i, j, k) => (Math.hypot(i - 29.4, j - 29.7, k - 30.2) > 26 ? 0 : i < 30 ? 1 : 2)),
      ...COLORED.slice(0, 2),
    );
    const [{ mesh: before }] = surfaces as [ShownSurfaces];
    const [{ mesh, parts }] = (await decimateSurfaces(surfaces, before.triangles.length / 6)) as [
      ReturnType<typeof shown>[number],
    ];
    expect(mesh.triangles.length).toBeLessThanOrEqual(before.triangles.length / 2);
    expect(findClosedness(mesh)).toEqual({ closed: true, openEdges: 0, misorientedEdges: 0 });
    const euler = ({ positions, triangles }: Mesh) => positions.length / 3 - triangles.length / 6;
    expect(euler(mesh)).toBe(euler(before));
    expect(volumeOf(mesh) / volumeOf(before)).toBeCloseTo(1, 2);
    expect(parts.map(({ label }) => label)).toEqual([1, 2]);
    const [first] = parts;
    expect([...mesh.faceColors!.subarray(4 * first!.triangles, 4 * first!.triangles + 4)]).toEqual([0, 0, 255, 255]);
  });

  it('is refused where nothing recognisable would be left', async () => {
    await expect(decimateSurfaces(shown(PARTS, ...COLORED), 12)).rejects.toThrow('12 is the most; take fewer labels');
  });
});

it('has as many triangles at most as every device has a buffer for, as the camera sees them', () => {
  const bytesOfEveryDevice = 2 ** 27;
  expect(SURFACE_TRIANGLES_MAX * sizeBytesOf('MeshTriangle')).toBeLessThanOrEqual(bytesOfEveryDevice);
  expect((SURFACE_TRIANGLES_MAX + 1) * sizeBytesOf('MeshTriangle')).toBeGreaterThan(bytesOfEveryDevice);
});

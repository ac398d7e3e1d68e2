/** How much light goes through a volume, followed in a coarse grid as wgsl/cast/light does, in float64. */
import { transformPoint, transformVector } from '../../math/affine.js';
import { keepsPoint } from '../../math/half-space.js';
import { addScaled, length, mapVec3, type Vec3 } from '../../math/vec3.js';
import { listIsosurfaces } from '../../transfer/isosurface.js';
import { evaluateGradientOpacity, evaluateOpacity } from '../../transfer/transfer-function.js';
import {
  fitLightGrid,
  LIFT_CELLS,
  MAX_LIGHT_OPACITY,
  reachOf,
  spreadDirections,
} from '../../volume/grids/light-grid.js';
import { smallestSpacing, type Volume, worldToIndex } from '../../volume/volume.js';
import { listFaces } from '../mesh/mesh-faces.js';
import { isBlocked, listTriangles } from '../mesh/triangle-list.js';
import type { FusedVolume, SceneSettings } from '../scene-options.js';
import { sampleVolume } from '../volume/sample-volume.js';
import { createStyleLookup } from '../volume/samples/keep-samples.js';
import { sampleGrid } from '../volume/samples/sample-grid.js';
import { createGradient } from '../volume/shading/gradient.js';
import { createCellGrid, type GridValue } from './cell-grid.js';

export interface VolumeLight {
  /** Off a surface with this unit normal, towards its lit side, so far that it is not in its own shadow. */
  readonly lift: (pointWorld: Vec3, outward: Vec3) => Vec3;
  /** Share of a light that comes through the volume to a point anywhere. */
  readonly through: (pointWorld: Vec3, toLight: Vec3) => number;
  /** Share of a light that comes past opaque meshes to a point of the volume. */
  readonly pastMeshes: (pointWorld: Vec3, toLight: Vec3) => number;
  /** Share of ambient light that the volume lets through to a point; 1 beside the volume. */
  readonly openness: (pointWorld: Vec3) => number;
}

/** A volume that casts shadows or darkens ambient light, or undefined where none does. */
export function createVolumeLight(settings: SceneSettings): VolumeLight | undefined {
  const { transfer, mode, shadows, ambientOcclusion, fused = [] } = settings;
  const volume = settings.volume && sampleGrid(settings.volume, fused);
  const isDense = mode === 'composite' || mode === 'isosurface';
  if (!volume || !transfer || !isDense || !(shadows || ambientOcclusion)) return undefined;
  const { cells, cellWorld } = fitLightGrid(volume);
  const toIndex = worldToIndex(volume);
  const toPosition = (point: Vec3) =>
    mapVec3(transformPoint(toIndex, point), (index, axis) => (index + 0.5) / volume.sizes[axis]!);
  /** Change of position for a cell's length along a world direction. */
  const wayOf = (direction: Vec3) =>
    mapVec3(transformVector(toIndex, direction), (step, axis) => (cellWorld * step) / volume.sizes[axis]!);
  const depths = createCellGrid(cells, createCellDepth(settings));
  const depthAlong = (position: Vec3, way: Vec3, reach: number, stride: number): number => {
    const chord = Math.min(reach, chordOf(position, way)[1]);
    let depth = 0;
    for (let start = 0; start < chord; start += stride) {
      depth += Math.min(stride, chord - start) * depths(addScaled(position, way, start + 0.5 * stride));
    }
    return depth;
  };

  const byLight = new Map<string, GridValue>();
  const found = (light: Vec3, kind: string, make: () => GridValue): GridValue => {
    const key = `${kind} ${light.join()}`;
    const grid = byLight.get(key) ?? make();
    byLight.set(key, grid);
    return grid;
  };
  const opaque = shadows
    ? listTriangles(listFaces(settings.meshes, settings).filter(({ opacity }) => opacity === 1))
    : undefined;
  const toWorld = (position: Vec3) =>
    transformPoint(
      volume.indexToWorld,
      mapVec3(position, (coordinate, axis) => coordinate * volume.sizes[axis]! - 0.5),
    );
  const openGrid =
    ambientOcclusion &&
    createCellGrid(cells, (center) => {
      const { reach, stride } = reachOf(ambientOcclusion, cells, cellWorld);
      const shares = spreadDirections(ambientOcclusion.rays).map((direction) =>
        Math.exp(-depthAlong(center, wayOf(direction), reach, stride)),
      );
      return shares.reduce((sum, share) => sum + share) / shares.length;
    });

  return {
    lift: (point, outward) => addScaled(point, outward, LIFT_CELLS * cellWorld),
    through: (point, toLight) => {
      if (!shadows) return 1;
      const way = wayOf(toLight);
      const position = toPosition(point);
      const [enter, leave] = chordOf(position, way);
      if (!(enter < leave)) return 1;
      const grid = found(toLight, 'volume', () =>
        createCellGrid(cells, (center) => Math.exp(-depthAlong(center, way, Infinity, 1))),
      );
      // Light that enters the box near an edge has a short way in it, that of the nearest cell is longer.
      return grid(addScaled(position, way, enter)) ** Math.min(leave - enter, 1);
    },
    pastMeshes: (point, toLight) => {
      if (!opaque) return 1;
      const grid = found(toLight, 'meshes', () =>
        createCellGrid(cells, (center) => Number(!isBlocked(opaque, { origin: toWorld(center), direction: toLight }))),
      );
      return grid(toPosition(point));
    },
    openness: (point) => {
      const position = toPosition(point);
      const isInside = position.every((coordinate) => coordinate >= 0 && coordinate <= 1);
      return openGrid && isInside ? Math.min(1, 2 * openGrid(position)) : 1;
    },
  };
}

/** The range, in lengths of `way` from 0 on, in which a ray is between 0 and 1 on each axis. */
function chordOf(position: Vec3, way: Vec3): readonly [number, number] {
  let [enter, leave] = [0, Infinity];
  for (const axis of [0, 1, 2] as const) {
    const ends = [-position[axis] / way[axis], (1 - position[axis]) / way[axis]];
    enter = Math.max(enter, Math.min(...ends));
    leave = Math.min(leave, Math.max(...ends));
  }
  return [enter, leave];
}

/** The mean optical depth of a cell's length over places in the cell. */
function createCellDepth(settings: SceneSettings): (position: Vec3) => number {
  const { volume, finest = volume, transfer, mask, clip, mode, isoValue, isosurfaces, fused = [] } = settings;
  const grid = sampleGrid(volume!, fused);
  const { cells, samples, cellWorld } = fitLightGrid(grid);
  const styleAt = mask && createStyleLookup(mask);
  const toIndex = worldToIndex(volume!);
  const gradient = createGradient(volume!, finest);
  const units = cellWorld / (transfer!.unit ?? smallestSpacing(finest!));
  const surfaces = listIsosurfaces(isosurfaces ?? [{ value: isoValue ?? 0 }], transfer!);
  const opacityAt = (positionIndex: Vec3): number => {
    const value = sampleVolume(volume!, positionIndex);
    if (mode === 'isosurface') return Number(surfaces.some((one) => one.opacity === 1 && value >= one.value));
    const opacity = evaluateOpacity(transfer!, value);
    return opacity * evaluateGradientOpacity(transfer!, length(gradient(positionIndex)));
  };
  const fusedDepths = fused.map((other) => createFusedDepth(other, cellWorld));
  const depthAt = (gridIndex: Vec3): number => {
    const point = transformPoint(grid.indexToWorld, gridIndex);
    if (!clip.every((halfSpace) => keepsPoint(halfSpace, point))) return 0;
    return fusedDepths.reduce((sum, depthOf) => sum + depthOf(point), depthOfFirst(point));
  };
  const depthOfFirst = (point: Vec3): number => {
    const positionIndex = transformPoint(toIndex, point);
    if (!isInside(volume!, positionIndex)) return 0;
    const style = styleAt?.(point);
    if (styleAt && !style) return 0;
    const factor = mode === 'isosurface' ? 1 : (style?.opacity ?? 1);
    return -Math.log(1 - Math.min(factor * opacityAt(positionIndex), MAX_LIGHT_OPACITY)) * units;
  };
  return (center) => {
    let sum = 0;
    for (let n = 0; n < samples[0] * samples[1] * samples[2]; n++) {
      const sample: Vec3 = [
        n % samples[0],
        Math.floor(n / samples[0]) % samples[1],
        Math.floor(n / samples[0] / samples[1]),
      ];
      const position = mapVec3(
        sample,
        (at, axis) => center[axis]! + ((at + 0.5) / samples[axis]! - 0.5) / cells[axis]!,
      );
      sum += depthAt(mapVec3(position, (coordinate, axis) => coordinate * grid.sizes[axis]! - 0.5));
    }
    return sum / (samples[0] * samples[1] * samples[2]);
  };
}

/** Maps a world point to the optical depth of a cell's length of a fused volume. */
function createFusedDepth(
  { volume, finest = volume, transfer }: FusedVolume,
  cellWorld: number,
): (point: Vec3) => number {
  const toIndex = worldToIndex(volume);
  const gradient = createGradient(volume, finest);
  const units = cellWorld / (transfer.unit ?? smallestSpacing(finest));
  return (point) => {
    const index = transformPoint(toIndex, point);
    if (!isInside(volume, index)) return 0;
    const opacity = evaluateOpacity(transfer, sampleVolume(volume, index));
    const factor = evaluateGradientOpacity(transfer, length(gradient(index)));
    return -Math.log(1 - Math.min(factor * opacity, MAX_LIGHT_OPACITY)) * units;
  };
}

const isInside = ({ sizes }: Volume, index: Vec3) =>
  index.every((coordinate, axis) => coordinate >= -0.5 && coordinate <= sizes[axis]! - 0.5);

/** The layers of pieces of a pre-integrated segment, and which segments are cut into pieces, in float64. */
import { length, scale, type Vec3 } from '../../../math/vec3.js';
import {
  evaluateColor,
  evaluateGradientOpacity,
  evaluateOpacity,
  type TransferFunction,
} from '../../../transfer/transfer-function.js';
import type { LabelStyle } from '../../../volume/mask.js';
import { smallestSpacing } from '../../../volume/volume.js';
import type { Layer } from '../../composite.js';
import { shadeAtEdges } from '../classify-sample.js';
import { createCutFace } from '../shading/cut-face.js';
import { createGradient } from '../shading/gradient.js';
import { createLabelEdge } from '../shading/label-edge.js';
import { createShade } from '../shading/shade.js';
import type { VolumeAppearance } from '../volume-appearance.js';
import { type IntegrateSegment, MAX_UNIT_OPACITY } from './integrate-segment.js';

export const PIECES = 4;
/** Difference of opacities, or of colours times opacity, that shows. */
const STEEP = 2 ** -6;

/** Whether what a segment so long shows changes much between two values. */
export function createSteepness(transfer: TransferFunction, integrateSegment: IntegrateSegment) {
  const layerOf = (value: number, units: number) => {
    const opacity = 1 - (1 - Math.min(evaluateOpacity(transfer, value), MAX_UNIT_OPACITY)) ** units;
    return [...scale(evaluateColor(transfer, value), opacity), opacity];
  };
  return (front: number, back: number, units: number): boolean => {
    const [a, b] = [layerOf(front, units), layerOf(back, units)];
    const middle = integrateSegment(front, back, units).opacity;
    const differences = [...a.map((channel, index) => channel - b[index]!), a[3]! - middle, b[3]! - middle];
    return differences.some((difference) => Math.abs(difference) > STEEP);
  };
}

/** Values at both ends, between which they change linearly, and the length in units of opacity. */
interface Piece {
  readonly front: number;
  readonly back: number;
  readonly units: number;
}

interface PiecePoint {
  readonly positionIndex: Vec3;
  readonly pointWorld: Vec3;
}

type ShowPiece = (
  piece: Piece,
  style: LabelStyle | undefined,
  /** The place at a fraction of the piece. */
  at: (fraction: number) => PiecePoint,
  toEye: Vec3,
) => Layer;

/** A piece has the gradient of the place where the middle of its opacity is. */
export function createShowPiece(appearance: VolumeAppearance, integrateSegment: IntegrateSegment): ShowPiece {
  const { volume, finest, transfer, shading, mask, volumeLight, clip, stepVoxels } = appearance;
  const gradientAt = createGradient(volume, finest);
  const shade = shading && createShade(shading, transfer, volumeLight);
  const labelEdge = shading && mask && createLabelEdge(mask, volume);
  const cutFace = createCutFace(clip ?? [], smallestSpacing(volume), stepVoxels);
  return ({ front, back, units }, style, at, toEye) => {
    const factor = style?.opacity ?? 1;
    let segment = integrateSegment(front, back, units, factor);
    const { positionIndex, pointWorld } = at(segment.center);
    const gradient = gradientAt(positionIndex);
    if (transfer.gradientOpacities) {
      const gradientFactor = evaluateGradientOpacity(transfer, length(gradient));
      segment = integrateSegment(front, back, units, factor * gradientFactor);
    }
    const { opacity } = segment;
    const own = style?.color ?? scale(segment.color, 1 / (opacity || 1));
    const edges = [style && labelEdge?.(pointWorld, style), cutFace(pointWorld, toEye)];
    const color = shade ? shadeAtEdges(shade, own, gradient, toEye, pointWorld, edges) : own;
    return { color: scale(color, opacity), opacity };
  };
}

/** Steps of `fine` that one sample stands for, in float64: what wgsl/cast/volume/even_step.wgsl does. */
import type { Ray } from '../../../camera/camera.js';
import { transformPoint } from '../../../math/affine.js';
import { addScaled } from '../../../math/vec3.js';
import { MOST_VARIATION, roundUnits, sumVariation } from '../../../transfer/table/even-ranges.js';
import { bakeTransferTable } from '../../../transfer/table/transfer-table.js';
import type { TransferFunction } from '../../../transfer/transfer-function.js';
import { type Volume, worldToIndex } from '../../../volume/volume.js';
import { sampleVolume } from '../sample-volume.js';
import type { PlacedSample } from './place-samples.js';

/** Samples of a step of `fine`, and steps that are judged together. */
const STEP_SAMPLES = 4;
const BLOCK_STEPS = 4;
const BLOCK_SAMPLES = STEP_SAMPLES * BLOCK_STEPS;

/** Share of the change of slope by which values between two samples may go beyond both. */
const BEYOND = 0.5;

/**
 * Maps a ray's samples to those that are taken where steps are judged, four in a row from a multiple of sixteen samples on: none for
 * steps in which nothing is visible, one for those that hardly vary, and all of the others.
 * @param stepWorld the distance between samples.
 * @param stepUnits that in units of opacity.
 */
export function createEvenSteps(volume: Volume, transfer: TransferFunction, stepWorld: number, stepUnits: number) {
  const toIndex = worldToIndex(volume);
  const table = bakeTransferTable(transfer);
  const [low, high] = table.visible;
  const upTo = sumVariation(table, roundUnits(STEP_SAMPLES * stepUnits));
  const placeOf = (value: number) => ((value - table.domain[0]) / (table.domain[1] - table.domain[0])) * table.cells;
  return function* (samples: Iterable<PlacedSample>, { origin, direction }: Ray): Generator<PlacedSample> {
    let block: PlacedSample[] = [];
    for (const sample of samples) {
      if (block.length > 0 && blockOf(sample) !== blockOf(block[0]!)) {
        yield* judge(block);
        block = [];
      }
      block.push(sample);
    }
    yield* judge(block);

    function* judge(all: readonly PlacedSample[]): Generator<PlacedSample> {
      if (all.length < BLOCK_SAMPLES) {
        yield* all;
        return;
      }
      const pointAt = (k: number) => addScaled(origin, direction, all[0]!.t + k * stepWorld);
      const values = Array.from({ length: BLOCK_STEPS + 1 }, (_, n) =>
        sampleVolume(volume, transformPoint(toIndex, pointAt(n * STEP_SAMPLES))),
      );
      for (let n = 0; n < BLOCK_STEPS; n++) {
        const step = all.slice(n * STEP_SAMPLES, (n + 1) * STEP_SAMPLES);
        const [first, next] = [values[n]!, values[n + 1]!];
        const bentAt = Math.max(n, 1);
        const bend = Math.abs(values[bentAt + 1]! - 2 * values[bentAt]! + values[bentAt - 1]!);
        const middle = (first + next) / 2;
        const half = Math.abs(next - first) / 2 + BEYOND * bend;
        if (middle + half < low || middle - half > high) continue;
        const varies = upTo(placeOf(middle + half)) - upTo(placeOf(middle - half)) > MOST_VARIATION;
        if (varies || first < low || first > high) {
          yield* step;
          continue;
        }
        const pointWorld = pointAt((n + 0.5) * STEP_SAMPLES - 0.5);
        const positionIndex = transformPoint(toIndex, pointWorld);
        yield { ...step[0]!, pointWorld, positionIndex, value: middle, lengthSteps: STEP_SAMPLES };
      }
    }
  };
}

const blockOf = ({ index }: PlacedSample) => Math.floor(index / BLOCK_SAMPLES);

/** The workgroup's shape for a view on an adapter: what `auto` takes. */
import type { Camera } from '../camera/camera.js';
import type { Volume } from '../volume/volume.js';
import { formatShape, shrinkShape } from './shape.js';
import { applyViewpointRule, type ShapeChoice } from './viewpoint-rule.js';

export interface ChooseShapeOptions {
  /** The adapter's `maxComputeInvocationsPerWorkgroup`. */
  readonly maxInvocations: number;
}

/** The viewpoint rule's shape, made smaller where the adapter does not allow it. */
export function chooseShape(
  camera: Camera,
  volume: Pick<Volume, 'indexToWorld'>,
  { maxInvocations }: ChooseShapeOptions,
): ShapeChoice {
  const choice = applyViewpointRule(camera, volume);
  const shape = shrinkShape(choice.shape, maxInvocations);
  if (shape.width === choice.shape.width && shape.height === choice.shape.height) return choice;
  return {
    shape,
    reason: `${choice.reason}, made ${formatShape(shape)} because the adapter allows ${maxInvocations} invocations`,
  };
}

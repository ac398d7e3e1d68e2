/** Views, shapes and scenes of a sweep, by the options of `tilecast sweep`. */
import {
  boundingSphere,
  computeStatistics,
  corners,
  createRawReader,
  defaultTransfer,
  type Shape,
  type VolumeScene,
} from '../../index.js';
import { candidateShapes, formatShape, parseRawLayout } from '../../lab.js';
import { openFile, openInputs } from '../../node/index.js';
import { FRAMES_MAX, parseCount, parseSize, parseStep } from '../../recipe/parse/parse-options.js';
import { createAppearance } from '../../recipe/scene/appearance.js';
import { readVolumeInput } from '../read-volume-input.js';
import { findNamedOrGiven } from '../render/load/transfer-files.js';
import { tellTransfer } from '../render/notices/tell-transfer.js';
import { say } from '../say.js';
import { type NamedCamera, parseShapes, parseViews, type ShapeVariations } from './parse-sweep.js';
import { chooseAll, type SweepScene } from './sweep-record.js';
import type { SweepSettings } from './sweep-results.js';

export interface SweepRequest extends ShapeVariations {
  readonly views: string;
  readonly shapes: string;
  readonly size: string;
  readonly frames: string;
  readonly step: string;
  readonly transfer: string | undefined;
  readonly skip: boolean;
  readonly 'early-termination': boolean;
  readonly raw: string | undefined;
}

export interface SweepPlan {
  readonly input: string;
  readonly raw: string | undefined;
  readonly scene: VolumeScene;
  readonly sampling: { readonly step: number; readonly earlyTermination: boolean };
  readonly cameras: readonly NamedCamera[];
  readonly image: { readonly width: number; readonly height: number };
  /** Files that the results must not replace. */
  readonly files: readonly string[];
  /** Shapes that are timed on a device: the requested ones, and those that policies choose. */
  readonly shapesFor: (scene: SweepScene) => readonly Shape[];
  readonly settingsFor: (adapter: string, shapes: readonly Shape[]) => SweepSettings;
}

/** @throws InputError that names the option or the file. */
export async function planSweep(input: string, request: SweepRequest): Promise<SweepPlan> {
  const views = parseViews(request.views);
  const image = parseSize('size', request.size);
  const frames = parseCount('frames', request.frames, FRAMES_MAX);
  const step = parseStep('step', request.step);
  // Errors in the shapes, whatever the adapter, are reported before anything is read.
  parseShapes(request.shapes, Infinity, request);
  const chosen = await findNamedOrGiven('transfer', request.transfer);
  const read = request.raw === undefined ? undefined : createRawReader(parseRawLayout(request.raw));

  const [opened] = read ? [await openFile(input)] : await openInputs([input]);
  const { volume, notes } = await readVolumeInput(opened!, {}, read);
  for (const note of notes) say(note);
  // Unlit, as the rule's paper measured.
  const unlit = () => defaultTransfer(computeStatistics(volume));
  const named = () => {
    const { transfer } = createAppearance(volume, { ...chosen, mode: 'composite' });
    if (!chosen.transfer) tellTransfer(transfer, { ...chosen, option: 'window' }, volume);
    return transfer;
  };
  const sha256 = await opened!.sha256();
  return {
    input,
    raw: request.raw,
    scene: {
      volume,
      transfer: request.transfer === undefined ? unlit() : named(),
    },
    sampling: { step, earlyTermination: request['early-termination'] },
    cameras: views(volume, boundingSphere(corners(volume)), image.width / image.height),
    image,
    files: [...opened!.files(), ...(request.transfer === undefined ? [] : [request.transfer])],
    shapesFor: (scene) => withChosen(parseShapes(request.shapes, scene.device.maxInvocations, request), scene),
    settingsFor: (adapter, shapes) => ({
      volume: input,
      sha256,
      adapter,
      views: request.views,
      shapes: shapes.map(formatShape),
      size: request.size,
      frames,
      step,
      transfer: request.transfer ?? 'default',
      skip: request.skip,
      earlyTermination: request['early-termination'],
    }),
  };
}

/** The shapes and what any policy takes from any of the viewpoints. */
function withChosen(shapes: readonly Shape[], scene: SweepScene): Shape[] {
  const all = [
    ...shapes,
    ...chooseAll(scene).flatMap(({ auto, rule, continuous }) => [auto, rule, continuous].map(({ shape }) => shape)),
  ];
  const distinct = new Map(all.map((shape) => [formatShape(shape), shape]));
  const order = candidateShapes(Infinity).map(formatShape);
  const rankOf = ({ width, height }: Shape) => order.indexOf(formatShape({ width, height }));
  return [...distinct.values()].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Documents as recipes: with the options of the command line, which `tilecast render --replay` takes, and the viewer's own fields. */
import {
  type Camera,
  formatColor,
  formatLight,
  formatTransfer,
  type Isosurface,
  type LabelStyle,
  type TransferFunction,
  type Vec3,
} from '../../index.js';
import { formatShape } from '../../lab.js';
import type { Threshold } from '../../recipe/options/option-types.js';
import type { OptionTexts } from '../../recipe/options.js';
import { type RecipeParts, recipeToJson } from '../../recipe/recipe-json.js';
import { nameLight } from '../../recipe/scene/lighting.js';
import { type FusedStyle, meshStyleOf, OPEN_END } from '../../recipe/scene/scene-choice.js';
import type { ViewTexts } from '../../recipe/scene/view-options.js';
import type { ReadInput } from '../data/files/load-files.js';
import type { SelectionTexts } from '../data/files/selection.js';

import { DOCUMENT_DEFAULTS, MAX_RAYS, type ViewerDocument } from './document.js';
import { meshOptions } from './format-mesh-options.js';

/** The inputs of a picture besides the document. */
export interface PictureParts {
  readonly version: string;
  readonly inputs: readonly ReadInput[];
  readonly camera: Camera | undefined;
  /** The transfer function of the volume, if there is one. */
  readonly transfer: TransferFunction | undefined;
  /** The value of an isosurface that the document leaves open. */
  readonly isoValue?: number;
  /** The part of the files that was taken. */
  readonly selection?: SelectionTexts;
  /** The first view, whose top is where a ground faces. */
  readonly view?: ViewTexts;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The workgroup's shape and the adapter that made the picture, where one was made. */
  readonly shape?: string;
  readonly adapter?: string;
}

const numbers = (values: readonly number[]) => values.join(',');
/** The recipe as JSON. */
export function formatDocument(document: ViewerDocument, parts: PictureParts): string {
  const { version, camera, transfer, inputs, shape = 'auto', adapter = '' } = parts;
  const shown = shownInputs(document, inputs);
  const mask = inputs.find(({ kind }) => kind === 'labels');
  const panorama = panoramaOf(document, inputs);
  const file = ({ path, sha256 }: ReadInput) => ({ path, ...(sha256 && { sha256 }) });
  const recipe: RecipeParts = {
    tilecast: version,
    inputs: shown.flatMap((input) => input.files ?? [file(input)]),
    mask: mask && file(mask),
    environment: panorama && file(panorama),
    options: recipeOptions(document, parts),
    camera,
    transfer,
    // A still of a deformation, not all of it.
    ...(moves(document) && { time: document.deformTime }),
  };
  // A view that was fitted is saved as it was seen: options of the page may have turned it.
  return JSON.stringify(recipeToJson(recipe, { shape, adapter }, { ...document, ...(camera && { camera }) }));
}

/** Whether meshes are shown at a time of a period. */
const moves = ({ deform, animation }: ViewerDocument) =>
  deform !== undefined || (animation !== undefined && animation.seconds === undefined);

/** The panorama that paths of light come from; undefined where they come from elsewhere. */
const panoramaOf = ({ quality, environment }: ViewerDocument, inputs: readonly ReadInput[]) =>
  quality === 'path' && environment === undefined ? inputs.findLast(({ kind }) => kind === 'environment') : undefined;

/** Modes other than composite show one volume. */
function shownInputs(document: ViewerDocument, inputs: readonly ReadInput[]): ReadInput[] {
  const meshInputs = inputs.filter(({ kind }) => kind === 'mesh');
  const first = inputs.find(({ kind }) => kind === 'volume');
  return inputs.filter((input) => {
    if (input.kind !== 'mesh') return input.kind === 'volume' && (document.mode === 'composite' || input === first);
    return meshStyleOf(document, meshInputs.indexOf(input)).visible;
  });
}

/** The document as options of the command line; those that are undefined go. */
function recipeOptions(document: ViewerDocument, parts: PictureParts): OptionTexts {
  const { width, height, inputs, selection, view } = parts;
  const panorama = panoramaOf(document, inputs);
  const has = (kind: ReadInput['kind']) => inputs.some((input) => input.kind === kind);
  const { background, ground } = document;
  return {
    size: `${width}x${height}`,
    background: background === 'transparent' ? background : numbers(background),
    ...(ground && {
      ground: numbers(ground),
      ...(view?.view && { view: view.view }),
      ...(view?.up && { up: view.up }),
    }),
    // Recipes that say nothing are of times when there was no other quality than plain.
    quality: document.quality,
    ...(document.threshold && { threshold: formatThreshold(document.threshold) }),
    ...lightOptions(document),
    ...nameLight(document, !has('volume')),
    // A path, not the name of a built-in light.
    ...(panorama && { environment: /[\\/]/.test(panorama.path) ? panorama.path : `./${panorama.path}` }),
    ...settingOptions(document),
    ...(has('volume') && { ...selection, ...componentOption(document, selection), ...volumeOptions(document, parts) }),
    ...((has('mesh') || ground) && meshOptions(document, inputs.filter(({ kind }) => kind === 'mesh').length)),
  };
}

/** Channels that are shown together; modes other than composite show the first. */
const channelsOf = (selection: SelectionTexts | undefined) => selection?.component?.split(',') ?? [];

function componentOption({ mode }: ViewerDocument, selection: SelectionTexts | undefined) {
  const channels = channelsOf(selection);
  return channels.length > 1 && mode !== 'composite' && { component: channels[0]! };
}

function lightOptions({
  shade,
  shading,
  shadows,
  lightDegrees,
  occlusionRays,
  occlusionDistance,
  environment,
  quality,
  denoise,
  noise,
}: ViewerDocument) {
  const { light, ...shares } = shading;
  return {
    ...Object.fromEntries(Object.entries(shares).map(([name, share]) => [name, String(share)])),
    ...(light && { light: formatLight(light) }),
    ...(shade !== undefined && { shade }),
    ...(shadows && { shadows }),
    ...(shadows && lightDegrees > 0 && { 'light-size': String(lightDegrees) }),
    ...(occlusionRays > 0 && { 'ambient-occlusion': String(occlusionRays) }),
    ...(occlusionRays > 0 && occlusionDistance !== undefined && { 'occlusion-distance': String(occlusionDistance) }),
    ...(quality === 'path' && environment && { environment }),
    ...(quality === 'path' && denoise && { denoise }),
    ...(quality === 'path' && noise !== undefined && { noise: String(noise) }),
  };
}

function settingOptions({ settings, quality }: ViewerDocument) {
  const { samplesPerPixel, jitter, seed, filter, skip, earlyTermination, shape, slabs } = settings;
  const { primaryRays, shadowRays, allowDownsample } = settings;
  const text = (name: string, value: number | string | undefined) => value !== undefined && { [name]: String(value) };
  const isPath = quality === 'path';
  return {
    ...text('samples', isPath ? samplesPerPixel : samplesPerPixel && Math.min(samplesPerPixel, MAX_RAYS)),
    ...(!isPath && text('jitter', jitter)),
    ...(isPath && text('seed', seed)),
    ...text('filter', filter),
    ...(skip === false && { skip }),
    ...(earlyTermination === false && { 'early-termination': false }),
    ...(shape && shape !== 'auto' && { workgroup: formatShape(shape) }),
    ...text('slabs', slabs),
    ...text('primary-rays', primaryRays),
    ...text('shadow-rays', shadowRays),
    ...(allowDownsample === false && { downsample: false }),
  };
}

function volumeOptions(document: ViewerDocument, { inputs, isoValue, selection }: PictureParts) {
  const volumes = inputs.filter(({ kind }) => kind === 'volume').length;
  const channels = Math.max(channelsOf(selection).length, 1);
  const { mode, step, clip, crop, cropWorld, slabThickness, isosurfaces } = document;
  const mask = inputs.find(({ kind }) => kind === 'labels')?.path;
  const iso = isosurfaces?.map(formatSurface).join(',') ?? document.isoValue ?? isoValue;
  return {
    // Labels that are all there is have no values to be shown by.
    ...((mask !== undefined || !document.labelSurfaces) && { mode }),
    ...(mode === 'isosurface' && iso !== undefined && { iso: String(iso) }),
    step: String(step),
    ...(clip.length > 0 && { clip: clip.map(({ normal, offset }) => numbers([...normal, offset])) }),
    ...(crop && { crop: crop.first.map((first, axis) => `${first}:${formatEnd(crop.last[axis]!)}`).join(',') }),
    ...(cropWorld && { 'crop-world': cropWorld.min.map((low, axis) => `${low}:${cropWorld.max[axis]}`).join(',') }),
    ...(slabThickness !== undefined && { 'slab-thickness': String(slabThickness) }),
    ...labelOptions(document, mask),
    ...fusedOptions(document, volumes + channels - 2),
  };
}

function labelOptions({ labels, labelNames, labelSurfaces, labelSmoothing }: ViewerDocument, mask: string | undefined) {
  const isSmoothed = labelSmoothing !== DOCUMENT_DEFAULTS.labelSmoothing;
  return {
    ...(mask !== undefined && { mask }),
    ...((mask !== undefined || labelSurfaces) && labels && { labels: labels.map(formatLabel).join(',') }),
    ...(labelNames && { 'label-names': JSON.stringify(labelNames) }),
    ...(labelSurfaces && { 'label-surfaces': true }),
    ...(labelSurfaces && isSmoothed && { 'label-smoothing': String(labelSmoothing) }),
  };
}

/** Each option is given once for each volume after the first, where it says anything. */
function fusedOptions({ fused, mode }: ViewerDocument, count: number) {
  if (count < 1 || fused.length === 0 || mode !== 'composite') return {};
  const styles = Array.from({ length: count }, (_, index) => fused[index] ?? fused.at(-1)!);
  const each = (name: string, format: (style: FusedStyle) => string | undefined) => {
    const texts = styles.map(format);
    return texts.every((text) => text !== undefined) && { [name]: texts };
  };
  return {
    ...each('fused-transfer', ({ transfer, preset }) => (transfer ? formatTransfer(transfer) : preset)),
    ...each('fused-window', ({ window }) => window && numbers(window)),
    ...each('fused-threshold', ({ threshold }) => threshold && formatThreshold(threshold)),
    ...each('fused-opacity', ({ opacity = 1 }) => String(opacity)),
  };
}

/** The volume's own end is left out. */
const formatEnd = (index: number) => (index === OPEN_END ? '' : String(index));

const formatThreshold = ({ low, high }: Threshold) => (high === undefined ? String(low) : `${low},${high}`);

const formatSurface = ({ value, color, opacity }: Isosurface) => formatStyle(value, color, opacity);

const formatLabel = ({ label, color, opacity }: LabelStyle) => formatStyle(label, color, opacity);

function formatStyle(value: number, color: Vec3 | undefined, opacity: number | undefined): string {
  const parts = [value, color ? formatColor(color) : '', opacity ?? ''];
  return parts.slice(0, opacity !== undefined ? 3 : color ? 2 : 1).join(':');
}

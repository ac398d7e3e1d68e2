/** Files that can be saved of a view: its picture with a recipe, the view itself, its camera and its transfer function. */
import { type FrameStats, formatCamera, formatTransfer, type ImageSize, InputError } from '../../index.js';
import { RECIPE_KEYWORD } from '../../recipe/recipe-json.js';
import { formatMeasurementsCsv, formatMeasurementsJson } from '../measure/export-measurements.js';
import type { SaveKind } from '../panels/context.js';
import type { Session } from '../session.js';
import { valueUnit } from '../slices/slice-values.js';
import { encodeBrowserPng, withPngText } from './png.js';
import { recipeOf } from './recipe-of.js';

/** A picture as it was read from the device. */
export interface CapturedPicture extends ImageSize {
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Undefined where nothing was cast. */
  readonly stats: FrameStats | undefined;
}

/**
 * A PNG that holds the recipe of its picture.
 * @param size of the 3D picture that the recipe is of, where there are slices beside it.
 */
export async function encodeView(
  session: Session,
  { pixels, stats, width, height }: CapturedPicture,
  size: ImageSize = { width, height },
): Promise<Blob> {
  const png = await encodeBrowserPng(pixels, width, height);
  const recipe = recipeOf(session, size, stats);
  return new Blob([withPngText(png, RECIPE_KEYWORD, recipe)], { type: 'image/png' });
}

const json = (text: string) => new Blob([text], { type: 'application/json' });

/** Measurements as a file, once the values in their regions are known. */
export async function savedMeasurements(session: Session, kind: 'csv' | 'json'): Promise<{ blob: Blob; name: string }> {
  const { document, data } = session;
  const { measurements } = document;
  const values = await Promise.all(measurements.map((measurement) => session.measured.whenKnown(measurement, data)));
  const words = {
    unit: data.unit ?? '',
    valueUnit: valueUnit(data),
    isAnatomical: data.volume?.anatomical ?? false,
  };
  const name = `measurements.${kind}`;
  if (kind === 'json') return { blob: json(formatMeasurementsJson(measurements, values, words)), name };
  return { blob: new Blob([formatMeasurementsCsv(measurements, values, words)], { type: 'text/csv' }), name };
}

/** A saved file besides pictures and measurements, with its name. */
export function savedFile(
  session: Session,
  kind: Exclude<SaveKind, 'picture' | 'csv' | 'json'>,
  size: ImageSize,
): { blob: Blob; name: string } {
  const { data } = session;
  const { camera } = session.navigation;
  switch (kind) {
    case 'view':
      return { blob: json(`${recipeOf(session, size)}\n`), name: 'view.json' };
    case 'camera':
      if (!camera) throw new InputError('there is no camera yet: open a file first');
      return { blob: json(formatCamera(camera)), name: 'camera.json' };
    case 'transfer':
      if (!data.volume) throw new InputError('there is no transfer function without a volume');
      return { blob: json(formatTransfer(session.transfer)), name: 'transfer.json' };
  }
}

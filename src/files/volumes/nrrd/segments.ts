/**
 * The segments that 3D Slicer's .seg.nrrd files describe by key/value pairs: `Segment0_Name:=liver`. Slicer's developer guide,
 * "Segmentation file format (.seg.nrrd)".
 */
import type { FileLabel } from '../source.js';

const PAIR = /^Segment(\d{1,6})_(ID|Name|Color|LabelValue|Layer):=(.*)$/;

export interface SegmentLayers {
  /** Whether the file says that it holds segments. */
  readonly isSegmentation: boolean;
  /** The segments of a layer, of which a file has several where segments overlap. */
  readonly inLayer: (layer: number) => readonly FileLabel[];
}

/** @param lines of a header. */
export function readSegments(lines: readonly string[]): SegmentLayers {
  const segments = new Map<string, Map<string, string>>();
  for (const line of lines) {
    const [, number, key, value = ''] = PAIR.exec(line) ?? [];
    if (number === undefined) continue;
    const segment = segments.get(number) ?? new Map<string, string>();
    segments.set(number, segment.set(key!, value.trim()));
  }
  const all = [...segments.values()];
  return {
    isSegmentation: all.some((segment) => segment.has('ID')),
    inLayer: (layer) =>
      all.filter((segment) => Number(segment.get('Layer') ?? 0) === layer).flatMap((segment) => labelOf(segment)),
  };
}

function labelOf(segment: ReadonlyMap<string, string>): FileLabel[] {
  const label = Number(segment.get('LabelValue') || Number.NaN);
  if (!Number.isInteger(label) || label === 0) return [];
  const color = (segment.get('Color') ?? '').split(/\s+/).map(Number);
  const isColor = color.length === 3 && color.every((channel) => channel >= 0 && channel <= 1);
  const name = segment.get('Name') || `Segment ${label}`;
  return [{ label, name, ...(isColor && { color: color as unknown as NonNullable<FileLabel['color']> }) }];
}

/** A scale bar over a picture. */
import type { Point } from '../camera/navigate.js';
import type { OverlayShape } from './overlay-shape.js';

const COLOR = '#e8ebf0';
/** Pixels of the lines at the ends, and between the bar and its text. */
const END = 5;

/** @param from the left end of the bar. */
export function scaleBarShapes({ x, y }: Point, lengthPixels: number, text: string): readonly OverlayShape[] {
  const points = [
    { x, y: y - END },
    { x, y },
    { x: x + lengthPixels, y },
    { x: x + lengthPixels, y: y - END },
  ];
  return [
    { kind: 'line', points, color: COLOR },
    { kind: 'text', at: { x: x + lengthPixels / 2, y: y - END }, lines: [text], isCentered: true },
  ];
}

/** Lines, dots and texts over a picture, drawn on the page and on saved pictures alike. */
import type { Point } from '../camera/navigate.js';

/** Coordinates are CSS pixels of the picture. */
export type OverlayShape =
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly color: string;
      readonly isClosed?: boolean;
      readonly isDashed?: boolean;
      readonly width?: number;
    }
  | { readonly kind: 'dot'; readonly at: Point; readonly color: string }
  | { readonly kind: 'text'; readonly at: Point; readonly lines: readonly string[]; readonly isCentered?: boolean }
  /** Everything but the inside of a polygon, or everything where that is empty. */
  | { readonly kind: 'shade'; readonly inside: readonly Point[]; readonly size: { width: number; height: number } };

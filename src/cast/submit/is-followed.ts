/** Which frames are submitted in parts. */
import type { PreparedFrame } from '../frame/prepare-frame.js';
import type { CallOptions } from '../settings.js';

/** Whether a frame is more than one submission: a caller wants to follow or to end it, or its volume is in pages. */
export const isFollowed = ({ paging }: PreparedFrame, { signal, onProgress }: CallOptions) =>
  paging !== undefined || signal !== undefined || onProgress !== undefined;

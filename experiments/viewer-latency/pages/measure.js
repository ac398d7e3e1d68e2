/** Time from pointer moves to the frames that answer them, the same for all pages. */

const measured = {
  latenciesMs: [],
  widths: [],
  pixelsMs: undefined,
  firstMs: undefined,
  plainMs: undefined,
  exactMs: undefined,
  rejections: 0,
};
globalThis.measured = measured;

/** When pointer moves happened that no frame shows yet. */
let waiting = [];

addEventListener('pointermove', ({ timeStamp }) => waiting.push(timeStamp), { capture: true });
addEventListener('unhandledrejection', () => measured.rejections++);

/**
 * Call when the adapter is done with a frame.
 * @param begunMs when it asked where the camera is: it answers the moves until then.
 * @param width pixels of a side that rays were cast for.
 * @param shows a part of the volume, a small copy of all of it, all of its voxels in all pixels, or that as sharply as it gets.
 */
export function frameDone(width, begunMs = performance.now(), shows = 'whole') {
  const answered = waiting.filter((moveMs) => moveMs <= begunMs);
  waiting = waiting.filter((moveMs) => moveMs > begunMs);
  // The compositor shows it with its next frame.
  requestAnimationFrame(() => {
    const nowMs = performance.now();
    measured.widths.push(width);
    measured.pixelsMs ??= nowMs;
    if (shows !== 'part') measured.firstMs ??= nowMs;
    if (shows === 'plain' || shows === 'whole') measured.plainMs ??= nowMs;
    if (shows === 'whole') measured.exactMs ??= nowMs;
    measured.latenciesMs.push(...answered.map((moveMs) => nowMs - moveMs));
  });
}

/** Waits until WebGL is done: reading a pixel does, `finish` does not. */
export const finish = (gl) => gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));

/** The look that all pages show: a grey ramp, unlit. */
export const LOOK = { colors: [0, 255], opacities: [90, 255], opacity: 0.3 };

const query = new URLSearchParams(location.search);
export const side = Number(query.get('side'));
/** Whether the picture has light. */
export const isLit = query.has('lit');

/** What a page's framework and the viewer told each other. */
const counts = { frames: 0, cameras: 0, rests: false };

export const measured = {
  frame: ({ kind }) => {
    counts.frames++;
    counts.rests = kind === 'resting';
  },
  camera: () => {
    counts.cameras++;
  },
};

/** Lets the experiment change the framework's state. */
export function start(state) {
  window.state = state;
  window.counts = counts;
}

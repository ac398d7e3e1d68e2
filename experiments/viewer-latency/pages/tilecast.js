/** The viewer's element, without its controls. */
import 'tilecast/viewer';
import { frameDone, isLit, LOOK, side } from './measure.js';

const viewer = document.createElement('tilecast-viewer');
viewer.setAttribute('controls', 'none');
viewer.style.height = 'var(--side)';
viewer.addEventListener('frame', ({ detail: { timeMs, kind, shows, width } }) => {
  const hasAllPixels = width >= viewer.clientWidth;
  const sharpness = { resting: 'whole', settling: hasAllPixels ? 'plain' : 'draft', moving: 'draft' }[kind];
  frameDone(width, performance.now() - timeMs, shows === 'whole' ? sharpness : shows);
});
const transfer = {
  colors: LOOK.colors.map((value) => ({ value, color: [value / 255, value / 255, value / 255] })),
  opacities: LOOK.opacities.map((value, index) => ({ value, opacity: index * LOOK.opacity })),
};
viewer.transfer = JSON.stringify(transfer);
if (isLit) viewer.shade = true;
viewer.src = `volume-${side}.nrrd`;
document.body.append(viewer);

/** The viewer's element, without its controls. */
import 'tilecast/viewer';
import { frameDone, LOOK, side } from './measure.js';

const viewer = document.createElement('tilecast-viewer');
viewer.setAttribute('controls', 'none');
viewer.style.height = '512px';
viewer.addEventListener('frame', ({ detail }) => frameDone(performance.now() - detail.timeMs));
document.body.append(viewer);
const transfer = {
  colors: LOOK.colors.map((value) => ({ value, color: [value / 255, value / 255, value / 255] })),
  opacities: LOOK.opacities.map((value, index) => ({ value, opacity: index * LOOK.opacity })),
};
const look = { name: 'look.json', source: new Blob([JSON.stringify(transfer)]) };
void viewer.open([{ name: 'volume.nrrd', source: `volume-${side}.nrrd` }, look]);

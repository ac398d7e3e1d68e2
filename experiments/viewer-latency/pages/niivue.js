/** niivue's 3D view. */
import { Niivue } from '@niivue/niivue';
import { finish, frameDone, LOOK, side } from './measure.js';

const canvas = document.createElement('canvas');
canvas.style.cssText = 'width: var(--side); height: var(--side)';
const frame = document.createElement('div');
frame.style.cssText = 'width: var(--side); height: var(--side)';
frame.append(canvas);
document.body.append(frame);

const niivue = new Niivue({ backColor: [0, 0, 0, 1], show3Dcrosshair: false, isResizeCanvas: false });
canvas.width = frame.clientWidth;
canvas.height = frame.clientHeight;
await niivue.attachToCanvas(canvas);
niivue.setSliceType(niivue.sliceTypeRender);
let isLoaded = false;
const { drawScene } = niivue;
niivue.drawScene = (...args) => {
  const result = drawScene.apply(niivue, args);
  if (isLoaded) {
    finish(niivue.gl);
    frameDone(canvas.width);
  }
  return result;
};
const [low, high] = [LOOK.opacities[0], LOOK.opacities[1]];
await niivue.loadVolumes([{ url: `volume-${side}.nii`, colormap: 'gray', cal_min: low, cal_max: high }]);
isLoaded = true;
niivue.drawScene();

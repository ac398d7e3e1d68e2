/** niivue's 3D view. */
import { Niivue } from '@niivue/niivue';
import { finish, frameDone, LOOK, side } from './measure.js';

const canvas = document.createElement('canvas');
canvas.style.cssText = 'width: 512px; height: 512px';
const frame = document.createElement('div');
frame.style.cssText = 'width: 512px; height: 512px';
frame.append(canvas);
document.body.append(frame);

const niivue = new Niivue({ backColor: [0, 0, 0, 1], show3Dcrosshair: false, isResizeCanvas: false });
canvas.width = 512;
canvas.height = 512;
await niivue.attachToCanvas(canvas);
niivue.setSliceType(niivue.sliceTypeRender);
let isLoaded = false;
const { drawScene } = niivue;
niivue.drawScene = (...args) => {
  const result = drawScene.apply(niivue, args);
  if (isLoaded) {
    finish(niivue.gl);
    frameDone();
  }
  return result;
};
const [low, high] = [LOOK.opacities[0], LOOK.opacities[1]];
await niivue.loadVolumes([{ url: `volume-${side}.nii`, colormap: 'gray', cal_min: low, cal_max: high }]);
isLoaded = true;
niivue.drawScene();

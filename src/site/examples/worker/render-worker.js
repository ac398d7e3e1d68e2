// Workers have no import maps: with a bundler, import from '@tilecast/web'.
import { createRenderer, loadVolume, orbit } from '../../tilecast/index.js';

addEventListener('message', async ({ data: { canvas, url } }) => {
  try {
    const volume = await loadVolume(url);
    const renderer = await createRenderer();
    let { camera } = await renderer.render({ volume, target: canvas });
    for (let frame = 1; frame <= 12; frame++) {
      camera = orbit(camera, { azimuthDegrees: 30 });
      const { done } = await renderer.render({ volume, camera, target: canvas });
      await done;
      postMessage(`frame ${frame} of 12`);
    }
    renderer.destroy();
  } catch (error) {
    postMessage(error.message);
  }
});

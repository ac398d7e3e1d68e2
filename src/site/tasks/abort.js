// End a frame that takes too long, and follow one that goes on.
import { createRenderer, loadVolume } from 'tilecast/node';

const volume = await loadVolume('volumes/head-phantom.nrrd');
const renderer = await createRenderer();
const aborter = new AbortController();
const onProgress = (share) => share > 0 && aborter.abort(new Error('the user has gone on'));
const long = renderer.render({
  volume,
  width: 1024,
  height: 1024,
  samplesPerPixel: 64,
  signal: aborter.signal,
  onProgress,
});
await long.catch(({ message }) => console.log(`ended: ${message}`));
const { pixels } = await renderer.render({ volume, width: 64, height: 64 });
console.log(`and the next frame has ${pixels.length / 4} pixels`);
renderer.destroy();

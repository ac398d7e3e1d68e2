/** The viewer in browsers that lack something: a sentence in the page, or a picture all the same. */
import { expect, it } from 'vitest';
import { LONGEST_WAIT_MS } from './longest-wait.js';
import { differenceOf, openViewer, writeDrop } from './open-viewer.js';
import { PRESENTING_ARGUMENTS } from './start-chromium.js';
import { useChromium } from './use-chromium.js';

const used = useChromium(PRESENTING_ARGUMENTS);

/** A page whose server renders no frames for browsers without WebGPU, which one by `tilecast view` does. */
const ALONE = `
  const { fetch } = window;
  window.fetch = async (...request) => {
    if (!String(request[0]).startsWith('inputs.json')) return fetch(...request);
    const response = await fetch('inputs.json');
    const { remote, ...inputs } = await response.json();
    return new Response(JSON.stringify(inputs));
  };`;

it.each([
  {
    what: 'no WebGPU',
    init: `Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined });`,
    sentence: /^this browser has no WebGPU; current versions of Chrome, Edge, Safari and Firefox do$/,
  },
  {
    what: 'no adapter',
    init: 'GPU.prototype.requestAdapter = async () => null;',
    sentence:
      /^this browser offers WebGPU no graphics adapter; turn on hardware acceleration in its settings, or update/,
  },
  {
    what: 'no device',
    init: `GPUAdapter.prototype.requestDevice = async () => { throw new DOMException('out of devices', 'OperationError'); };`,
    sentence: /gives no device: .*out of devices/,
  },
])('says what is the matter where there is $what', async ({ init, sentence }) => {
  const { chromium, problem } = used();
  if (!chromium) return expect(problem).toBeDefined();
  const viewer = await openViewer(chromium, { 'drop.nrrd': await writeDrop() }, { init: `${ALONE}${init}` });
  const message = viewer.page.locator('.message.bad');
  // What lies over the canvas is hidden here.
  await message.waitFor({ state: 'attached', timeout: LONGEST_WAIT_MS });
  const [said = ''] = await viewer.run<string[]>('return window.watched.errors');
  expect(said).toMatch(sentence);
  expect(await message.textContent()).toContain(said);
  expect(viewer.said).toEqual([]);
  await viewer.close();
});

it('shows the same picture where textures of floats cannot be filtered', async () => {
  const { chromium, problem } = used();
  if (!chromium) return expect(problem).toBeDefined();
  const init = `
    const { get } = Object.getOwnPropertyDescriptor(GPUAdapter.prototype, 'features');
    Object.defineProperty(GPUAdapter.prototype, 'features', {
      get() { return new Set([...get.call(this)].filter((name) => name !== 'float32-filterable')); },
    });`;
  const viewer = await openViewer(chromium, { 'drop.nrrd': await writeDrop() }, { init, width: 160, height: 200 });
  await viewer.settle();
  expect(await viewer.run('return (await window.lastDevice).features.has("float32-filterable")')).toBe(false);
  const [picture, expected] = [await viewer.canvas(), await viewer.replay()];
  expect(new Set(picture.data).size, 'the picture must show something').toBeGreaterThan(50);
  expect(differenceOf(picture, expected)).toBeLessThanOrEqual(1);
  expect(viewer.said).toEqual([]);
  await viewer.close();
});

/** A renderer on the adapter under test, for all tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { Renderer } from '../../src/cast/renderer.js';
import { useTestGpu } from '../open-test-gpu.js';

/** Makes the renderer before the tests, and destroys it after them. @returns what gives it, once tests run. */
export function useRenderer(): () => Renderer {
  const gpu = useTestGpu();
  let renderer: Renderer;
  beforeAll(() => {
    renderer = new Renderer(gpu());
  });
  afterAll(() => renderer.destroy());
  return () => renderer;
}

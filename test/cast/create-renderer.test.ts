/** The browser's entry, taken by mistake. */
import { expect, it } from 'vitest';
import { createRenderer } from '../../src/cast/create-renderer.js';
import { DeviceError } from '../../src/errors.js';

it('says in Node which entry opens a device there', async () => {
  await expect(createRenderer()).rejects.toThrow(DeviceError);
  await expect(createRenderer()).rejects.toThrow(
    /^Node has no WebGPU of its own: take createRenderer of tilecast\/node/,
  );
});

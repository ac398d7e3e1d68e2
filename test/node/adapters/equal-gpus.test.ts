/** GPUs of one model are found by their addresses, and shown alone by Mesa's layer. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  findEqualGpus,
  hasSelectionLayer,
  listPciGpus,
  selectionValues,
} from '../../../src/node/adapters/equal-gpus.js';

const H100 = { class: '0x030200', vendor: '0x10de', device: '0x2330' };
const VGA = { class: '0x030000', vendor: '0x1234', device: '0x1111' };
const NETWORK = { class: '0x020000', vendor: '0x10de', device: '0x2330' };

/** A folder as the kernel has it at /sys/bus/pci/devices. */
function makeBus(devices: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const bus = mkdtempSync(join(tmpdir(), 'tilecast-pci-'));
  for (const [address, files] of Object.entries(devices)) {
    mkdirSync(join(bus, address));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(bus, address, name), `${text}\n`);
  }
  return bus;
}

describe('GPUs of one model', () => {
  afterEach(() => vi.unstubAllEnvs());

  const gpus = () =>
    listPciGpus(makeBus({ '0000:00:07.0': H100, '0000:00:02.0': VGA, '0000:00:06.0': H100, '0000:00:03.0': NETWORK }));

  it('are those on the PCI bus, by address', () => {
    expect(gpus()).toEqual([
      { address: '0000:00:02.0', model: '0x1234:0x1111' },
      { address: '0000:00:06.0', model: '0x10de:0x2330' },
      { address: '0000:00:07.0', model: '0x10de:0x2330' },
    ]);
    expect(listPciGpus('/nowhere')).toEqual([]);
  });

  it('are known where one model alone has as many as there are adapters of a name', () => {
    expect(findEqualGpus(2, gpus())).toEqual(['0000:00:06.0', '0000:00:07.0']);
    expect(findEqualGpus(3, gpus())).toEqual([]);
    expect(
      findEqualGpus(2, [...gpus(), ...[8, 9].map((at) => ({ address: `0000:00:0${at}.0`, model: 'other' }))]),
    ).toEqual([]);
  });

  it('are named for the layer by tags of their addresses', () => {
    expect(selectionValues('0000:0a:06.1')).toEqual(['pci-0000_0a_06_1', '1']);
  });

  it('need the layer, which the environment may switch off', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tilecast-layer-'));
    vi.stubEnv('NODEVICE_SELECT', undefined);
    vi.stubEnv('VK_IMPLICIT_LAYER_PATH', folder);
    expect(hasSelectionLayer()).toBe(false);
    writeFileSync(join(folder, 'VkLayer_MESA_device_select.json'), '{}');
    expect(hasSelectionLayer()).toBe(true);
    vi.stubEnv('NODEVICE_SELECT', '1');
    expect(hasSelectionLayer()).toBe(false);
  });
});

/** The scan against its CPU reference: every variant, lengths around each border, sums beyond 32 bits. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InputError } from '../../src/errors.js';
import { allocateStorage, readWords } from '../../src/gpu/allocate-storage.js';
import { submitPass } from '../../src/gpu/submit-pass.js';
import { exclusiveScan as scanOnCpu } from '../../src/reference/split/scan.js';
import { chooseScanVariant, exclusiveScan, Scanner } from '../../src/split/scan.js';
import { createRandom } from '../camera/random.js';
import { openTestGpu, useTestGpu } from '../open-test-gpu.js';
import { expectSameWords } from './expect-same-words.js';

const gpu = useTestGpu();

function randomWords(length: number, seed: number, below = 2 ** 32): Uint32Array {
  const random = createRandom(seed);
  return Uint32Array.from({ length }, () => Math.floor(random() * below));
}

describe('exclusiveScan', () => {
  // Around a word of four, a block of either plan, a tile of a workgroup; and several blocks to an invocation.
  const lengths = [0, 1, 2, 3, 4, 5, 255, 256, 257, 1023, 1024, 1025, 4095, 4097, 20_003];

  describe.each(['runs', 'workgroups', 'subgroups'] as const)('by %s', (variant) => {
    it.each(lengths)('of %i values, seed 11, wraps around 2³²', async (length) => {
      const values = randomWords(length, 11);
      expectSameWords(await exclusiveScan(gpu(), values, { variant }), scanOnCpu(values));
    });

    it('scans ones to indices', async () => {
      const indices = Uint32Array.from({ length: 3001 }, (_, index) => index);
      expectSameWords(await exclusiveScan(gpu(), new Uint32Array(3001).fill(1), { variant }), indices);
    });
  });

  // More than 1024 blocks of 1024 values, so that a workgroup's block has more than one tile.
  it.each(['runs', 'workgroups', 'subgroups'] as const)('scans 1,060,003 values by %s, seed 12', async (variant) => {
    const values = randomWords(1_060_003, 12);
    const before = values.slice();
    expectSameWords(await exclusiveScan(gpu(), values, { variant }), scanOnCpu(values));
    expectSameWords(values, before, 'values of the caller');
  });

  it('refuses more values than a buffer holds, before it allocates', async () => {
    const length = gpu().device.limits.maxStorageBufferBindingSize / 4 + 1;
    const tooMany = Object.defineProperty(new Uint32Array(1), 'length', { value: length });
    await expect(exclusiveScan(gpu(), tooMany)).rejects.toThrow(InputError);
  });
});

describe('Scanner', () => {
  it('scans the beginning of a longer buffer, again and again', async () => {
    const scanner = await Scanner.create(gpu(), { length: 700 });
    const { words } = await allocateStorage(gpu(), 'test', { words: 800 });
    const values = randomWords(800, 13, 100);
    gpu().device.queue.writeBuffer(words, 0, values);
    submitPass(gpu(), 'test', (pass) => {
      scanner.encode(pass, words);
      scanner.encode(pass, words);
    });
    const [scanned] = await readWords(gpu(), [{ buffer: words, length: 800 }]);
    expectSameWords(scanned!.subarray(0, 700), scanOnCpu(scanOnCpu(values.subarray(0, 700))));
    expectSameWords(scanned!.subarray(700), values.subarray(700));
  });

  it('refuses subgroups on an adapter that has none', async () => {
    const without = await openTestGpu({ withoutFeatures: ['subgroups'] });
    await expect(Scanner.create(without, { length: 1, variant: 'subgroups' })).rejects.toThrow(InputError);
    without.destroy();
  });
});

describe('chooseScanVariant', () => {
  /** A device that takes itself for a GPU. */
  const openAsHardware = (...withoutFeatures: 'subgroups'[]) => openTestGpu({ withoutFeatures, treatAs: 'gpu' });
  afterEach(() => vi.restoreAllMocks());

  it('takes runs on the CPU', async () => {
    expect(await chooseScanVariant(gpu())).toBe(gpu().software ? 'runs' : 'subgroups');
  });

  it('takes subgroups where there are some that scan as they should', async () => {
    const hardware = await openAsHardware();
    const compiled = vi.spyOn(hardware.kernels, 'get');
    expect(await chooseScanVariant(hardware)).toBe('subgroups');
    const tried = compiled.mock.calls.length;
    expect(await chooseScanVariant(hardware)).toBe('subgroups');
    expect(compiled.mock.calls.length).toBe(tried);
    hardware.destroy();
  });

  it('takes workgroups where there are no subgroups', async () => {
    const hardware = await openAsHardware('subgroups');
    expect(await chooseScanVariant(hardware)).toBe('workgroups');
    hardware.destroy();
  });

  it('takes workgroups where subgroups scan something else', async () => {
    const hardware = await openAsHardware();
    const get = hardware.kernels.get.bind(hardware.kernels);
    vi.spyOn(hardware.kernels, 'get').mockImplementation((path, variant) =>
      get(variant?.conditions?.['subgroups'] ? 'split/scan_sums.wgsl' : path, variant),
    );
    expect(await chooseScanVariant(hardware)).toBe('workgroups');
    hardware.destroy();
  });
});

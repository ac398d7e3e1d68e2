/** Pictures of slices as jobs: the same as those of the command, of the right files, and within a worker's root. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeReturned } from '../../../src/cli/farm/jobs/returned-pictures.js';
import { describeSlices } from '../../../src/cli/farm/jobs/slice-jobs.js';
import { Performer } from '../../../src/cli/farm/perform.js';
import { WorkerFiles } from '../../../src/cli/farm/worker-files.js';
import { openGpu, openInputs } from '../../../src/node/index.js';
import { writeNifti } from '../../files/volumes/nifti/write-nifti.js';
import { makeFolder, runCli } from '../run-cli.js';

const folder = makeFolder();
const root = join(folder, 'root');
mkdirSync(root);
const at = (name: string) => join(root, name);
const values = (factor: number) => Array.from({ length: 11 * 10 * 9 }, (_, voxel) => (voxel * factor) % 1000);
const geometry = { dim: [3, 11, 10, 9], sformCode: 1, sform: [-1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0] };
writeFileSync(at('scan.nii'), writeNifti(values(7919), 'int16', geometry));
writeFileSync(
  at('mask.nii'),
  writeNifti(
    values(1).map((value) => (value % 11 < 4 ? 1 : 0)),
    'uint8',
    geometry,
  ),
);

const noGpu = () => Promise.reject(new Error('slices need no device'));
const performer = new Performer(new WorkerFiles(root), noGpu);
const context = { signal: new AbortController().signal } as never;
const perform = (data: unknown) => performer.perform({ kind: 'slices', data }, context);

async function jobOf(given: object, returns = false): Promise<Record<string, unknown>> {
  const all = { inputs: [at('scan.nii')], mask: at('mask.nii'), output: at('job.png'), ...given };
  const [inputs, mask] = [await openInputs(all.inputs), await openInputs([all.mask])];
  const { batch } = await describeSlices(all as never, inputs, mask[0], returns);
  return batch.root.children![0]!.data as Record<string, unknown>;
}

it('are drawn as the command draws them, once', async () => {
  const job = await jobOf({ plane: 'axial', count: '3', window: '100,900' });
  expect(await perform(job)).toEqual({ output: at('job.png') });
  const options = ['--plane', 'axial', '--count', '3', '--window', '100,900', '--mask', at('mask.nii')];
  const { status, stderr } = runCli(['slices', at('scan.nii'), ...options, '-o', at('own.png')]);
  expect(status, stderr).toBe(0);
  expect(readFileSync(at('job.png')).equals(readFileSync(at('own.png')))).toBe(true);
  // Databases keep the fields of JSON in an order of their own.
  const recipe = Object.fromEntries(Object.entries(job['recipe'] as object).reverse());
  expect(await perform({ ...job, recipe })).toEqual({ output: at('job.png'), kept: true });
  await perform({ ...job, recipe, output: at('again.png') });
  expect(readFileSync(at('again.png')).equals(readFileSync(at('own.png')))).toBe(true);
});

it('refuse other files, paths outside the root, options of no picture, and panels where there is no device', async () => {
  const job = await jobOf({ plane: 'axial' });
  writeFileSync(at('other.nii'), writeNifti(values(31), 'int16', geometry));
  const output = at('refused.png');
  await expect(perform({ ...job, output, inputs: [at('other.nii')] })).rejects.toThrow(/is another file here/);
  await expect(perform({ ...job, output, mask: at('scan.nii') })).rejects.toThrow(/is another file here/);
  writeFileSync(join(folder, 'out.nii'), readFileSync(at('scan.nii')));
  await expect(perform({ ...job, output, inputs: [join(folder, 'out.nii')] })).rejects.toThrow(/lies outside|outside/);
  await expect(perform({ ...job, output: join(folder, 'out.png') })).rejects.toThrow(/outside/);
  await expect(perform({ ...job, output: at('out.txt') })).rejects.toThrow(/must end in \.png/);
  const recipe = job['recipe'] as object;
  await expect(perform({ ...job, output, recipe: { ...recipe, transfer: '/etc/passwd' } })).rejects.toThrow(/no file/);
  await expect(perform({ ...job, output, recipe: { ...recipe, plane: 'axial,3d' } })).rejects.toThrow(/need no device/);
});

it.each([
  [['--report', 'qa.html'], '--report: is for pictures that are drawn here'],
  [['--software', '--workers', '0'], '--software: is for'],
  [['--collect', '--detach'], '--collect: waits for the pictures'],
  [['--json'], '--json: is for pictures that are drawn here'],
  [['--recipe', 'none'], '--recipe none: is not for --queue'],
])('are refused with %s', (args, message) => {
  const { status, stderr } = runCli(['slices', at('scan.nii'), '-o', at('q.png'), '--queue', 'local', ...args]);
  expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('come back through the queue where they are collected', async () => {
  const job = await jobOf({ plane: 'axial', output: at('never.png') }, true);
  const { png } = (await perform(job)) as { png: string };
  await perform(await jobOf({ plane: 'axial', output: at('written.png') }));
  expect(Buffer.from(png, 'base64').equals(readFileSync(at('written.png')))).toBe(true);
  expect(existsSync(at('never.png'))).toBe(false);
  await writeReturned({ batch: {} as never, series: undefined, paths: [at('back/one.png')] }, [{ png }]);
  expect(readFileSync(at('back/one.png')).equals(readFileSync(at('written.png')))).toBe(true);
});

it('with a panel in three dimensions are those of the command, of files below the root alone', async () => {
  const gpu = openGpu({ software: true });
  const withGpu = new Performer(new WorkerFiles(root), () => gpu);
  const draw = (data: unknown) => withGpu.perform({ kind: 'slices', data }, context);
  const given = { plane: 'axial,3d', output: at('mosaic.png') };
  await draw(await jobOf(given));
  const args = ['--plane', 'axial,3d', '--mask', at('mask.nii'), '--software', '-o', at('own-mosaic.png')];
  const { status, stderr } = runCli(['slices', at('scan.nii'), ...args]);
  expect(status, stderr).toBe(0);
  expect(readFileSync(at('mosaic.png')).equals(readFileSync(at('own-mosaic.png')))).toBe(true);
  await withGpu.destroy();
});

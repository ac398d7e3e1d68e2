/** Node's parser gives commands what yargs would, or nothing. */
import { describe, expect, it } from 'vitest';
import yargs from 'yargs';
import { parseQuickly } from '../../../src/cli/arguments/parse-quickly.js';
import { convert } from '../../../src/cli/commands/convert.js';
import { info } from '../../../src/cli/commands/info.js';
import { RENDER_OPTIONS } from '../../../src/cli/render/render-options.js';

const COMMAND = { quick: { options: RENDER_OPTIONS, list: 'inputs' } };

/** Options by their own names as yargs parses them. */
async function parseByYargs(args: readonly string[]): Promise<Record<string, unknown>> {
  const parsed = await yargs([...args])
    .parserConfiguration({ 'dot-notation': false })
    .command('$0 [inputs..]', '', (builder) =>
      builder.positional('inputs', { type: 'string', array: true }).options(RENDER_OPTIONS),
    )
    .exitProcess(false)
    .parseAsync();
  const given = Object.entries(parsed).filter(([name, value]) => name in RENDER_OPTIONS && value !== undefined);
  return { ...Object.fromEntries(given), inputs: (parsed as { inputs?: string[] }).inputs ?? [] };
}

describe('parseQuickly', () => {
  it.each([
    ['scan.nrrd', '-o', 'scan.png'],
    ['scan.nrrd', '--output=scan.png', '--size', '64x64', '--software', '--no-skip'],
    ['-o', '-', 'a.ply', 'b.stl', '--mesh-color', 'gold', '--mesh-color', '#fff', '--no-shade'],
    ['a.nrrd', '-o', 'a.png', '--eye=-1,0,0', '--clip=1,0,0,-3', '--clip', '0,1,0,2'],
    [],
  ])('parses %j %j %j %j %j as yargs does', async (...args) => {
    expect(parseQuickly(COMMAND, args)).toEqual(await parseByYargs(args));
  });

  it('parses what info is asked as yargs does', async () => {
    const { quick, builder } = info;
    for (const args of [['a.nrrd'], ['dicom', '--series', '2', '--json'], ['--formats'], ['a', '--header', 'A: b']]) {
      const parsed = await yargs(args)
        .command('$0 [inputs..]', '', builder as never)
        .exitProcess(false)
        .parseAsync();
      const given = Object.entries(parsed).filter(([name, value]) => name in quick!.options && value !== undefined);
      const inputs = (parsed as { inputs?: string[] }).inputs ?? [];
      const header = parsed['header'] === undefined ? {} : { header: [parsed['header']].flat() };
      expect(parseQuickly(info, args)).toEqual({ ...Object.fromEntries(given), ...header, inputs });
    }
  });

  it.each([
    [['a.nrrd', '-o', 'a.zarr']],
    [['a.nrrd', '--output=a.nrrd', '--no-compress', '--component', '1']],
    [['dicom', '-o', 'a.stl', '--isosurface', '300', '--open', '--adapter', 'lavapipe']],
    [['a.ply', '-o', 'a.nrrd', '--distance', '64', '--compress']],
  ])('parses what convert is asked, %j, as yargs does', async (args) => {
    const { quick, builder } = convert;
    const parsed = await yargs(args)
      .command('$0 [inputs..]', '', builder as never)
      .exitProcess(false)
      .parseAsync();
    const given = Object.entries(parsed).filter(([name, value]) => name in quick!.options && value !== undefined);
    expect(parseQuickly(convert, args)).toEqual({ ...Object.fromEntries(given), inputs: parsed['inputs'] });
  });

  it('takes the last of an option that is given twice', () => {
    expect(parseQuickly(COMMAND, ['--size', '1x1', '--size', '2x2'])).toMatchObject({ size: '2x2' });
  });

  it.each([
    [['--help']],
    [['a.nrrd', '--no-such-option']],
    [['a.nrrd', '-o']],
    [['a.nrrd', '--size', '--software']],
    [['a.nrrd', '--software=true']],
  ])('leaves %j to yargs', (args) => {
    expect(parseQuickly(COMMAND, args)).toBeUndefined();
  });

  it('leaves commands to yargs that do not describe themselves', () => {
    expect(parseQuickly({}, ['a.nrrd'])).toBeUndefined();
  });
});

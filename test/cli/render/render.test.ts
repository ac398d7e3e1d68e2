/** `tilecast render` as a user meets it: pictures, messages, exit codes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { makeFolder, runCli, runProcess, SAMPLE } from '../run-cli.js';

const folder = makeFolder();
const out = join(folder, 'out.png');
const KNOT = join(import.meta.dirname, '..', '..', '..', 'volumes', 'knot.ply');

function render(...args: string[]): PNG {
  const { status, stderr } = runCli(['render', SAMPLE, '-o', out, '--size', '96x80', '--software', ...args]);
  expect(status, stderr).toBe(0);
  return PNG.sync.read(readFileSync(out));
}

describe('tilecast render', () => {
  it('writes a PNG of the size asked for that shows something', () => {
    const { width, height, data } = render();
    expect([width, height]).toEqual([96, 80]);
    expect(new Set(data).size).toBeGreaterThan(50);
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('writes the same bytes to standard output', () => {
    const png = PNG.sync.read(runProcess(['render', SAMPLE, '-o', '-', '--size', '96x80', '--software']).stdout);
    expect(png.data.equals(render().data)).toBe(true);
  });

  it('draws the same for every workgroup shape', () => {
    const expected = render('--workgroup', '16x16');
    expect(render('--workgroup', '1x128').data.equals(expected.data)).toBe(true);
    expect(render('--workgroup', '128x1').data.equals(expected.data)).toBe(true);
  });

  it('shows the patient from the sides that are asked for', () => {
    const views = ['anterior', 'posterior', 'left', 'right', 'superior', 'inferior'];
    const pictures = views.map((view) => render('--view', view).data.toString('base64'));
    expect(new Set(pictures).size).toBe(views.length);
    expect(render('--view', 'anterior', '--azimuth', '90').data.equals(render('--view', 'left').data)).toBe(true);
  });

  it('keeps every plane, and the last of other options that are repeated', () => {
    const [left, both] = [
      ['--clip', '1,0,0,0'],
      ['--clip', '1,0,0,0', '--clip', '0,1,0,0'],
    ].map((args) => render(...args));
    expect(left!.data.equals(both!.data)).toBe(false);
    expect(render('--view', 'left', '--view', 'right').data.equals(render('--view', 'right').data)).toBe(true);
  });

  it('takes values that start with a minus sign', () => {
    const args = ['--eye', '-400,-300,200', '--target', '0,0,0', '--up', '0,0,1', '--azimuth', '-10'];
    expect(new Set(render(...args).data).size).toBeGreaterThan(50);
  });

  it('leaves the background out if it is to be transparent', () => {
    const { data } = render('--background', 'transparent');
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
    expect([...render('--background', '#ff8000').data.subarray(0, 4)]).toEqual([255, 128, 0, 255]);
  });

  it('reads a transfer function', () => {
    const path = join(folder, 'red.json');
    writeFileSync(
      path,
      JSON.stringify({ colors: [{ value: 0, color: '#ff0000' }], opacities: [{ value: 0, opacity: 1 }] }),
    );
    const { data } = render('--transfer', path, '--zoom', '4');
    expect([...data.subarray(4 * (40 * 96 + 48)).subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  it('renders in every mode, and cuts', () => {
    const pictures = [
      ['--mode', 'composite', '--shade'],
      ['--mode', 'mip'],
      ['--mode', 'minip', '--window', '-1000,300'],
      ['--mode', 'average', '--window', '-1000,300'],
      ['--mode', 'isosurface', '--iso', '300'],
      ['--transfer', 'viridis', '--window', '0,800', '--crop', '0:50,:,20:'],
      ['--mode', 'mip', '--slab-thickness', '20'],
      ['--quality', 'plain', '--crop-world', '-60:60,-80:80,-40:60'],
    ].map((args) => render(...args).data.toString('base64'));
    expect(new Set(pictures).size).toBe(pictures.length);
  });

  it('shows the inside of a mesh alone, in the voxels of an oblique, left-handed volume', () => {
    const columns = [
      [-0.9, 0.2, 0],
      [0.2, 0.9, 0.1],
      [0, -0.1, 0.95],
    ];
    const box = { low: [-4.53, -3.37, -5.13], high: [3.77, 4.93, 2.37] };
    const [side, origin] = [12, [3, -7, -6]];
    const inBox = (voxel: number) => {
      const index = [voxel % side, Math.floor(voxel / side) % side, Math.floor(voxel / side / side)];
      return origin.every((start, axis) => {
        const place = start + columns.reduce((sum, column, along) => sum + column[axis]! * index[along]!, 0);
        return place > box.low[axis]! && place < box.high[axis]!;
      });
    };
    const place = `space directions: ${columns.map((c) => `(${c})`).join(' ')}\nspace origin: (${origin})`;
    const write = (name: string, valueAt: (voxel: number) => number) => {
      const header = `NRRD0004\ntype: uchar\ndimension: 3\nspace dimension: 3\nsizes: ${side} ${side} ${side}\n${place}\nencoding: raw\n\n`;
      const voxels = Uint8Array.from({ length: side ** 3 }, (_, voxel) => valueAt(voxel));
      writeFileSync(join(folder, name), Buffer.concat([Buffer.from(header), voxels]));
      return join(folder, name);
    };
    const volume = write('oblique.nrrd', (voxel) => 100 + (voxel % 97));
    const labels = write('labels.nrrd', (voxel) => Number(inBox(voxel)));
    const mesh = join(folder, 'box.obj');
    const corner = (at: number) => [0, 1, 2].map((axis) => ((at >> axis) & 1 ? box.high : box.low)[axis]).join(' ');
    const vertices = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => `v ${corner(at)}`);
    writeFileSync(mesh, `${vertices.join('\n')}\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n`);
    const show = (mask: string) => {
      const out = join(folder, 'masked.png');
      const args = ['render', volume, '-o', out, '--mask', mask, '--mode', 'mip', '--size', '48x48', '--software'];
      const { status, stderr } = runCli(args);
      expect(status, stderr).toBe(0);
      return PNG.sync.read(readFileSync(out)).data;
    };
    const byMesh = show(mesh);
    expect(byMesh.equals(show(labels))).toBe(true);
    expect(byMesh.some((channel, at) => at % 4 < 3 && channel > 0)).toBe(true);
  });

  it('shows the labels of a mask alone', () => {
    const mask = join(folder, 'mask.nrrd');
    const labels = new Uint8Array(110 * 140 * 106).map((_, index) => (index % 110 < 55 ? 1 : 2));
    const header = 'NRRD0004\ntype: uint8\ndimension: 3\nsizes: 110 140 106\nencoding: raw\n';
    // The sample's own place in the world.
    const place = readFileSync(SAMPLE)
      .toString('latin1')
      .match(/^space[^\n]*$/gm)!
      .join('\n');
    writeFileSync(mask, Buffer.concat([Buffer.from(`${header}${place}\n\n`), labels]));
    // Where a mask ends, a surface is lit, which there is none of without.
    const whole = render('--mask', mask, '--no-shade').data;
    const half = render('--mask', mask, '--labels', '2', '--no-shade').data;
    const red = render('--mask', mask, '--labels', '1:#ff0000:0.5,2', '--no-shade').data;
    expect(whole.equals(render('--no-shade').data)).toBe(true);
    expect(half.equals(whole)).toBe(false);
    expect(red.equals(whole)).toBe(false);
  });

  it('says where a preset for Hounsfield units meets other values', () => {
    const raw = join(folder, 'positive.raw');
    writeFileSync(
      raw,
      Uint8Array.from({ length: 8 * 8 * 8 }, (_, index) => index % 200),
    );
    const args = [
      'render',
      raw,
      '--raw',
      '8x8x8:uint8',
      '-o',
      out,
      '--size',
      '16x16',
      '--software',
      '--transfer',
      'bone',
    ];
    expect(runCli(args).stderr).toMatch(/bone is for Hounsfield units, .* 0 to 199/);
    expect(runCli([...args, '--window', '0,199']).stderr).not.toMatch(/Hounsfield/);
    expect(runCli(['render', SAMPLE, ...args.slice(4)]).stderr).not.toMatch(/Hounsfield/);
  });

  it('reads voxels without a header', () => {
    const raw = join(folder, 'voxels.raw');
    writeFileSync(
      raw,
      Uint8Array.from({ length: 20 * 30 * 40 }, (_, index) => index % 251),
    );
    const picture = join(folder, 'raw.png');
    const { status, stderr } = runCli(['render', raw, '--raw', '20x30x40:uint8', '--spacing', '1,1,2', '-o', picture]);
    expect(status, stderr).toBe(0);
  });

  it('writes what the frame cost', () => {
    const path = join(folder, 'stats.json');
    render('--stats', path, '--view', 'd');
    const stats = JSON.parse(readFileSync(path, 'utf8'));
    expect(stats).toMatchObject({
      adapter: expect.any(String),
      software: true,
      // On lavapipe subgroups are 2 × 4 pixels at the narrowest.
      shape: expect.stringMatching(/^(1x128|2x64)$/),
      tiles: 96,
      triangles: 0,
      binItems: 0,
      rti: 0,
      timer: expect.stringMatching(/^(gpu|wall)$/),
      volume: { format: expect.any(String), downsampleFactor: 1 },
    });
    expect(stats.samples).toBeGreaterThan(10_000);
    expect(stats.samplesSkipped).toBeGreaterThan(10_000);
    render('--stats', path, '--view', 'd', '--no-skip');
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ samplesSkipped: 0 });
    expect(stats.timesMs.cast).toBeGreaterThan(0);
  });

  it('says what it did, and that it did it in software', () => {
    const { stderr } = runProcess(['render', SAMPLE, '-o', out, '--size', '32x32', '--software', '--verbose']);
    expect(stderr).toMatch(/renders on the CPU/);
    expect(stderr).toMatch(/out\.png: 32 × 32 pixels by .* workgroups of 32x4/);
  });

  it('lists the adapters, which one it takes, and why', () => {
    const { status, stdout } = runCli(['devices', '--json']);
    expect(status).toBe(0);
    const { adapters, reason } = JSON.parse(stdout.toString());
    expect(adapters.filter(({ auto }: { auto: boolean }) => auto)).toHaveLength(1);
    expect(reason).toMatch(/GPU/);
    expect(runCli(['devices']).stdout.toString()).toContain(reason);
  });
});

describe('a mistake of the user', () => {
  const missing = join(folder, 'missing.nrrd');
  const text = join(folder, 'text.nrrd');
  const empty = join(folder, 'empty.nrrd');
  const badTransfer = join(folder, 'bad.json');
  const folderNamedPng = join(folder, 'folder.png');
  writeFileSync(text, 'This is no volume at all.\n');
  writeFileSync(empty, '');
  writeFileSync(badTransfer, '{"colors": []}');
  mkdirSync(folderNamedPng);
  const bare = join(folder, 'bare');
  mkdirSync(bare);
  writeFileSync(join(bare, 'notes.txt'), 'No scan.\n');

  const bad = join(folder, 'bad.png');
  const cases: [string, string[], RegExp][] = [
    ['no command', [], /command/],
    ['a command that is none', ['rendr'], /render/],
    ['no input', ['render'], /input/],
    ['a missing file', ['render', missing, '-o', bad], /missing\.nrrd: does not exist/],
    [
      'a folder without DICOM',
      ['render', bare, '-o', bad],
      /: has no DICOM image among its \d+ files: \d+ files? of another format$/m,
    ],
    ['a file that is no volume', ['render', text, '-o', bad], /text\.nrrd: /],
    ['an empty file', ['render', empty, '-o', bad], /empty\.nrrd: is empty/],
    ['no output', ['render', SAMPLE], /--output/],
    ['an output without a value', ['render', SAMPLE, '-o'], /missing/],
    ['an output in no folder', ['render', SAMPLE, '-o', join(folder, 'no', 'a.png')], /no folder/],
    ['an output that is a folder', ['render', SAMPLE, '-o', folderNamedPng], /folder/],
    ['an output that is no picture', ['render', SAMPLE, '-o', join(folder, 'a.tiff')], /PNG, JPEG and WebP/],
    ['a JPEG of frames', ['render', SAMPLE, '-o', join(folder, 'a.jpg'), '--turntable', '2'], /writes PNG here/],
    ['a JPEG that is a PNG', ['render', SAMPLE, '-o', join(folder, 'a.jpg'), '--format', 'png'], /no name of a PNG/],
    [
      'a JPEG that is transparent',
      ['render', SAMPLE, '-o', join(folder, 'a.jpg'), '--background', 'transparent'],
      /a\.jpg: a JPEG has no transparency; end the name in \.png or \.webp/,
    ],
    [
      'a title in letters that no font has',
      ['render', SAMPLE, '-o', bad, '--title', '大腿骨'],
      /--title: .* lacks 大 腿 骨;/,
    ],
    ['an unknown option', ['render', SAMPLE, '-o', bad, '--sise', '1'], /sise/],
    ['a bad size', ['render', SAMPLE, '-o', bad, '--size', '0x10'], /--size/],
    ['a huge size', ['render', SAMPLE, '-o', bad, '--size', '100000x100000'], /100000x100000/],
    ['a bad step', ['render', SAMPLE, '-o', bad, '--step', '0'], /--step/],
    ['a bad number', ['render', SAMPLE, '-o', bad, '--azimuth', 'ten'], /--azimuth/],
    ['a bad vector', ['render', SAMPLE, '-o', bad, '--eye', '1,2'], /--eye/],
    ['an eye on its target', ['render', SAMPLE, '-o', bad, '--eye', '1,2,3', '--target', '1,2,3'], /eye/],
    ['a bad view', ['render', SAMPLE, '-o', bad, '--view', 'side'], /anterior/],
    ['a bad color', ['render', SAMPLE, '-o', bad, '--background', 'mauve'], /--background/],
    ['a bad shape', ['render', SAMPLE, '-o', bad, '--workgroup', '32'], /32x4/],
    ['a shape too large', ['render', SAMPLE, '-o', bad, '--workgroup', '4096x4096'], /invocations/],
    ['a height in perspective', ['render', SAMPLE, '-o', bad, '--height', '10'], /orthographic/],
    ['a component that is not there', ['render', SAMPLE, '-o', bad, '--component', '3'], /component/],
    ['a bad transfer function', ['render', SAMPLE, '-o', bad, '--transfer', badTransfer], /bad\.json: /],
    ['a mode that is none', ['render', SAMPLE, '-o', bad, '--mode', 'mop'], /composite, mip/],
    ['an isosurface without a value', ['render', SAMPLE, '-o', bad, '--mode', 'isosurface'], /--iso/],
    ['an isosurface that cannot be seen', ['render', SAMPLE, '-o', bad, '--iso', '3:ivory:0'], /--iso: .*opacity/],
    ['an isosurface twice', ['render', SAMPLE, '-o', bad, '--iso', '3,4,3:red'], /--iso: .*two isosurfaces at 3/],
    ['a value without an isosurface', ['render', SAMPLE, '-o', bad, '--mode', 'mip', '--iso', '3'], /--iso/],
    ['a name that is nearly one', ['render', SAMPLE, '-o', bad, '--transfer', 'bonw'], /did you mean "bone"/],
    ['an upside-down window', ['render', SAMPLE, '-o', bad, '--window', '5,1'], /--window/],
    ['a plane without direction', ['render', SAMPLE, '-o', bad, '--clip', '0,0,0,1'], /--clip/],
    ['a crop beyond the volume', ['render', SAMPLE, '-o', bad, '--crop', '0:500,:,:'], /0 to 109/],
    [
      'labels of a mesh',
      ['render', SAMPLE, '-o', bad, '--mask', KNOT, '--labels', '2'],
      /the inside of .*knot\.ply has the label 1, not 2/,
    ],
    ['labels without a mask', ['render', SAMPLE, '-o', bad, '--labels', '1'], /--mask/],
    ['too many rays', ['render', SAMPLE, '-o', bad, '--samples', '65'], /1 to 64/],
    ['a quality that is none', ['render', SAMPLE, '-o', bad, '--quality', 'superb'], /--quality: .*plain, fine/],
    ['a number for one frame', ['render', SAMPLE, '-o', join(folder, 'a%d.png')], /%d/],
    ['an adapter that is none', ['render', SAMPLE, '-o', bad, '--adapter', 'voodoo'], /--adapter: .*swiftshader/],
    ['a GPU on the CPU', ['render', SAMPLE, '-o', bad, '--adapter', 'gpu'], /--software: rules out/],
    ['an overlay that is none', ['render', SAMPLE, '-o', bad, '--overlay', 'logo'], /scale-bar/],
    ['a layout of another size', ['render', SAMPLE, '-o', bad, '--raw', '3x3x3:uint8'], /--raw/],
    ['light that is ruled out', ['render', SAMPLE, '-o', bad, '--no-shade', '--ambient', '1'], /--ambient/],
    ['a missing transfer function', ['render', SAMPLE, '-o', bad, '--transfer', missing], /missing\.nrrd: /],
  ];

  it.each(cases)('ends with exit code 2 and one line: %s', (_, args, message) => {
    const { status, stdout, stderr } = runCli([...args, ...(args[0] === 'render' ? ['--software'] : [])]);
    const lines = stderr.split('\n').filter((line) => line && !line.includes('renders on the CPU'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^tilecast: /);
    expect(lines[0]).toMatch(message);
    expect(status).toBe(2);
    expect(stdout).toHaveLength(0);
    expect(existsSync(bad)).toBe(false);
  });
});

describe('a machine without a usable adapter', () => {
  it('ends with exit code 3, one line and no picture', () => {
    const path = join(folder, 'none.png');
    const nowhere = { XDG_CACHE_HOME: '/dev/null/cache', TMPDIR: '/dev/null/tmp' };
    const { status, stderr } = runProcess(['render', SAMPLE, '-o', path, '--adapter', 'swiftshader'], nowhere);
    expect(stderr).toMatch(/^tilecast: the software adapter .*\n$/);
    expect(status).toBe(3);
    expect(existsSync(path)).toBe(false);
  });
});

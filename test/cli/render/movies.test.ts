/** Movies by the name of the output: what ffmpeg is given, and what is said where it is missing or fails. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder, runCli, SAMPLE } from '../run-cli.js';

const folder = makeFolder();

/** A folder to look for programs in, with an ffmpeg that does this with what it gets. */
function makeFfmpeg(work: string): NodeJS.ProcessEnv {
  const programs = join(makeFolder(), 'bin');
  mkdirSync(programs);
  const path = join(programs, 'ffmpeg');
  writeFileSync(path, `#!/bin/sh\n[ "$1" = -version ] && exit 0\nfor last; do :; done\n${work}\n`);
  chmodSync(path, 0o755);
  return { PATH: [programs, process.env['PATH']].join(delimiter) };
}

const render = (output: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
  runCli(['render', SAMPLE, '-o', join(folder, output), '--size', '40x30', '--software', ...args], env);

it.each(['turn.mp4', 'turn.WEBM', 'turn.gif'])('gives ffmpeg the frames of %s', (name) => {
  const { status, stderr } = render(
    name,
    makeFfmpeg('echo "$@" > "$last"; cat >> "$last"'),
    '--turntable',
    '3',
    '--fps',
    '12',
  );
  expect(status, stderr).toBe(0);
  const [args, ...rest] = readFileSync(join(folder, name), 'latin1').split('\n');
  expect(args).toMatch(name.endsWith('mp4') ? /libx264/ : name.endsWith('gif') ? /palettegen/ : /libvpx-vp9/);
  const header = 'YUV4MPEG2 W40 H30 F12:1 Ip A1:1 C444 XCOLORRANGE=LIMITED';
  expect(rest[0]).toBe(header);
  expect(rest.join('\n')).toHaveLength(header.length + 1 + 3 * (6 + 3 * 40 * 30));
});

it('leaves nothing where ffmpeg fails, and says why', () => {
  const before = readdirSync(folder);
  const { status, stderr } = render(
    'fails.mp4',
    makeFfmpeg('echo first >&2; echo Unknown encoder >&2; exit 1'),
    '--turntable',
    '2',
  );
  expect(stderr).toMatch(/fails\.mp4: ffmpeg could not encode it: Unknown encoder\n$/);
  expect(status).toBe(2);
  expect(readdirSync(folder)).toEqual(before);
});

it('keeps the file that was there where ffmpeg fails at the end', () => {
  const path = join(folder, 'kept.mp4');
  writeFileSync(path, 'before');
  const { status } = render('kept.mp4', makeFfmpeg('cat > /dev/null; exit 1'), '--turntable', '2');
  expect(status).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('before');
});

it('says that ffmpeg is missing before anything is rendered', () => {
  const { status, stderr } = render('none.mp4', { PATH: makeFolder() }, '--turntable', '2');
  expect(stderr).toMatch(
    /none\.mp4: is encoded by ffmpeg, which is not there .* end the name in \.y4m, \.apng or \.png\n$/,
  );
  expect(status).toBe(2);
  expect(existsSync(join(folder, 'none.mp4'))).toBe(false);
});

it.each([
  ['a movie of one frame', 'one.mp4', [], /a movie has several frames/],
  ['a transparent movie', 'x.webm', ['--turntable', '2', '--background', 'transparent'], /a video has no transparency/],
  ['a movie by the name of another format', 'x.mp4', ['--turntable', '2', '--format', 'y4m'], /must end in \.y4m/],
  ['movies that ffmpeg is not asked for', 'x.mkv', ['--turntable', '2'], /end the name in/],
])('refuses %s', (_, name, args, message) => {
  const { status, stderr } = render(name, {}, ...args);
  expect(stderr).toMatch(message);
  expect(status).toBe(2);
});

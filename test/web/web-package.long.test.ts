/** `@tilecast/web`, installed by npm into somebody else's project, and what its pages weigh. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, preview, type Rolldown } from 'vite';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { PRESENTING_ARGUMENTS } from '../browser/start-chromium.js';
import { useChromium } from '../browser/use-chromium.js';
import { installInto, packWeb, run } from './install-web.js';

const ROOT = join(import.meta.dirname, '..', '..');
const EXAMPLE = join(ROOT, 'src', 'site', 'examples', 'react-page');

const { folder, tarball, remove } = packWeb();
afterAll(remove);

const project = join(folder, 'project');
mkdirSync(project);
writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
installInto(project, '--save-dev', 'vite@8', 'typescript@7', '@types/react@19', '@types/react-dom@19');
installInto(project, 'react@19', 'react-dom@19');
const modules = join(project, 'node_modules');
const before = readdirSync(modules, { recursive: true, encoding: 'utf8' });
installInto(project, tarball);
const installed = join(modules, '@tilecast', 'web');

describe('the package', () => {
  it('adds nothing but itself to a project, and takes nothing of it', () => {
    const after = readdirSync(modules, { recursive: true, encoding: 'utf8' });
    const isOwn = (name: string) => /^@tilecast|^\.package-lock\.json$/.test(name);
    expect(after.filter((name) => !isOwn(name))).toEqual(before.filter((name) => !isOwn(name)));
    const { dependencies, optionalDependencies, scripts } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    expect({ dependencies, optionalDependencies, scripts }).toEqual({});
  });

  it('has less than 25 MB', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const bytes = files.reduce((sum, file) => sum + statSync(join(installed, file)).size, 0);
    process.stdout.write(`@tilecast/web: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB\n`);
    expect(bytes).toBeLessThan(25e6);
  });

  it('names only files that it has', () => {
    const code = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const missing = code.flatMap((name) => {
      const text = readFileSync(join(installed, name), 'utf8');
      const named = text.matchAll(
        /^(?:import|export)\b[^'"\n]*(?:from )?["'](\.[^"']+)["'];?$|\bimport\("(\.[^"]+)"\)/gm,
      );
      return [...named]
        .map(([, whole, dynamic]) => join(installed, name, '..', whole ?? dynamic!))
        .filter((path) => !existsSync(path));
    });
    expect(missing).toEqual([]);
  });

  it('is what publint and are-the-types-wrong ask for', () => {
    const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);
    run(folder, bin('publint'), ['run', tarball, '--strict']);
    run(folder, bin('attw'), [tarball, '--profile', 'esm-only', '--no-emoji', '--no-color']);
  });
});

describe('a page with React, bundled by Vite 8 and checked by TypeScript 7', () => {
  const used = useChromium(PRESENTING_ARGUMENTS);

  it('shows the volume and turns it', async ({ skip }) => {
    cpSync(EXAMPLE, project, { recursive: true });
    mkdirSync(join(project, 'public'), { recursive: true });
    cpSync(join(ROOT, 'volumes', 'head-phantom.nrrd'), join(project, 'public', 'head-phantom.nrrd'));
    const strict = '--noEmit --strict --skipLibCheck false --jsx react-jsx --target es2023 --module esnext';
    run(project, 'npx', [
      'tsc',
      ...strict.split(' '),
      '--moduleResolution',
      'bundler',
      '--lib',
      'es2023,dom',
      'main.tsx',
    ]);
    run(project, 'npx', ['vite', 'build', '--logLevel', 'warn', '--target', 'es2022']);
    const server = await preview({ root: project, configFile: false, logLevel: 'silent', preview: { port: 0 } });
    onTestFinished(() => server.close());
    const { chromium, problem } = used();
    if (!chromium) return skip(problem);
    const page = await chromium.browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(server.resolvedUrls!.local[0]!);
    const output = page.locator('output');
    await expect.poll(() => output.textContent()).toBe('shown');
    const first = await page.locator('canvas').screenshot();
    await page.locator('input').fill('90');
    await page.locator('canvas').evaluate(() => new Promise((done) => setTimeout(done, 3000)));
    expect(await page.locator('canvas').screenshot()).not.toEqual(first);
  });
});

/** Kilobytes, gzipped, of the code that a page loads before its first line runs, and of that which it loads for an NRRD file. */
async function weigh(program: string): Promise<{ readonly startKb: number; readonly nrrdKb: number }> {
  writeFileSync(join(project, 'weighed.js'), program);
  const { output } = (await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: { write: false, target: 'es2022', rolldownOptions: { input: join(project, 'weighed.js') } },
  })) as Rolldown.RolldownOutput;
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));
  const loaded = new Set<string>();
  const load = (name: string): number => {
    if (loaded.has(name)) return 0;
    loaded.add(name);
    const { code, imports } = chunks.get(name)!;
    return imports.reduce((sum, other) => sum + load(other), gzipSync(code).length / 1000);
  };
  const startKb = load([...chunks.values()].find(({ isEntry }) => isEntry)!.fileName);
  const nrrd = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith('/nrrd/nrrd.js'));
  return { startKb, nrrdKb: startKb + (nrrd ? load(nrrd.fileName) : 0) };
}

describe('pages load only what they use', () => {
  it.each([
    ['fitCamera', `import { fitCamera } from '@tilecast/web'; console.log(fitCamera);`, 3, 3],
    ['loadVolume', `import { loadVolume } from '@tilecast/web'; console.log(loadVolume);`, 19, 33],
    [
      'a page that renders an NRRD file',
      `import { createRenderer, loadVolume } from '@tilecast/web';
       export async function show(target) {
         const renderer = await createRenderer();
         await renderer.render({ volume: await loadVolume('a.nrrd'), target });
       }
       show(document.querySelector('canvas'));`,
      90,
      103,
    ],
    // Bundlers merge less with modules that await.
    [
      'a page that awaits at the top of its script',
      `import { createRenderer, loadVolume } from '@tilecast/web';
       const renderer = await createRenderer();
       await renderer.render({ volume: await loadVolume('a.nrrd'), target: document.querySelector('canvas') });`,
      90,
      105,
    ],
  ])('%s', async (name, program, startMost, nrrdMost) => {
    const { startKb, nrrdKb } = await weigh(program);
    process.stdout.write(`${name}: ${startKb.toFixed(1)} kB, ${nrrdKb.toFixed(1)} kB with NRRD, gzipped\n`);
    expect(startKb).toBeLessThan(startMost);
    expect(nrrdKb).toBeLessThan(nrrdMost);
  });
});

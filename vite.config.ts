import { appendFileSync, chmodSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import opentype from 'opentype.js';
import { esmExternalRequirePlugin, type InlineConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };
import { divideModules } from './src/web/divide-modules.ts';
import { readShaderSources, writeContracts } from './wgsl/generate-contracts.ts';
import { linkKernels } from './wgsl/link-kernels.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

const shaderSources = readShaderSources(path('wgsl'));
writeContracts(shaderSources, path('src/gpu/shaders/wgsl-contracts.ts'));

// All else goes into the bundle: it starts faster as a few files, and runs in a browser without a bundler of the user's.
const external = Object.keys({ ...manifest.optionalDependencies, ...manifest.peerDependencies });

/** nrrd-js requires Node's `assert`, which a browser lacks: it, and it alone, gets our own. */
const browserAssert = {
  name: 'browser-assert',
  enforce: 'pre' as const,
  resolveId: {
    order: 'pre' as const,
    handler: (source: string, importer: string | undefined) =>
      source === 'assert' && importer?.includes('nrrd-js') ? path('src/files/volumes/nrrd/assert.ts') : null,
  },
};

/**
 * The codecs of @cornerstonejs, Draco and @jsquash are scripts of Emscripten's, which look for files beside them in Node: they get
 * their WebAssembly from us. Undefined variables hide Node's globals from them, and they import nothing of Node, so that they
 * run as in a browser.
 */
const wasmCodecs = {
  name: 'wasm-codecs',
  enforce: 'pre' as const,
  transform: {
    order: 'pre' as const,
    handler: (code: string, id: string) =>
      /(?:@cornerstonejs.codec-|draco3dgltf|@jsquash.)[^?]*\.js$/.test(id)
        ? `var process, global, __dirname, __filename;${code
            .replace(/\brequire\("[a-z:]+"\)/g, '({})')
            .replace(/\bnew URL\("\w+\.wasm", ?import\.meta\.url\)/g, '({})')}`
        : null,
  },
};

/**
 * libwebp looks for the class of its result among the globals, where Node has none of it: it finds a plain one, and changes no
 * global.
 */
const webpWithoutGlobals = {
  name: 'webp-without-globals',
  enforce: 'pre' as const,
  transform: {
    order: 'pre' as const,
    handler: (code: string, id: string) => {
      if (!/@jsquash.webp.codec.dec.webp_dec\.js$/.test(id)) return null;
      const lookup = 'function emval_get_global(){';
      if (!code.includes(lookup)) throw new Error(`${id}: finds no globals any more; see webpWithoutGlobals`);
      const found =
        '{Uint8ClampedArray,ImageData:class{constructor(data,width,height){Object.assign(this,{data,width,height})}}}';
      return code.replace(lookup, `${lookup}return ${found};`);
    },
  },
};

/** The HDF5 library is four megabytes of WebAssembly in a script, whose source map would be eleven and tell nothing. */
const hdf5WithoutMap = {
  name: 'hdf5-without-map',
  enforce: 'pre' as const,
  transform: {
    order: 'pre' as const,
    handler: (code: string, id: string) =>
      /h5wasm.dist.esm.hdf5_util\.js$/.test(id) ? { code, map: { mappings: '' as const } } : null,
  },
};

interface WireType {
  readonly toWireType: (destructors: unknown[] | null, value: unknown) => unknown;
  readonly fromWireType: (value: unknown) => unknown;
}

/** What those functions use, by the names that Emscripten gives it; `argType0` and `arg0Wired_dtor` are of the first argument. */
interface InvokerClosure {
  readonly throwBindingError: (message: string) => never;
  readonly invoker: (fn: unknown, ...wired: unknown[]) => unknown;
  readonly fn: unknown;
  readonly runDestructors: (destructors: unknown[]) => void;
  readonly retType: WireType;
  readonly [name: string]: unknown;
}

/**
 * The functions by which JavaScript calls the codecs of numcodecs. Emscripten writes them as texts and compiles these, which pages
 * with a content security policy forbid.
 * @param parts the names of what the functions use, and their text.
 */
function createInvoker(parts: string[]) {
  const text = parts.at(-1)!;
  const names = parts.slice(0, -1);
  const count = names.filter((name) => /^argType\d+$/.test(name)).length;
  return (...values: unknown[]) => {
    const closure: unknown = Object.fromEntries(names.map((name, index) => [name, values[index]]));
    const { throwBindingError, invoker, fn, runDestructors, retType, ...others } = closure as InvokerClosure;
    return (...args: unknown[]) => {
      if (args.length !== count) throwBindingError(`called with ${args.length} arguments, expected ${count}`);
      const destructors: unknown[] | null = text.includes('var destructors') ? [] : null;
      const wired = args.map((arg, index) => (others[`argType${index}`] as WireType).toWireType(destructors, arg));
      const result = invoker(fn, ...wired);
      if (destructors) runDestructors(destructors);
      else
        for (const [index, value] of wired.entries())
          (others[`arg${index}Wired_dtor`] as ((value: unknown) => void) | undefined)?.(value);
      return text.includes('return ret;') ? retType.fromWireType(result) : undefined;
    };
  };
}

const COMPILER = /function (\w+)\(\w+\) \{\s+var \w+ = Function;.*?instanceof Object \? \w+ : \w+;\s+\}/s;

/** They copy what they are given byte by byte, which takes longer than to compress it. */
const BYTE_COPY = /for \((\w+) = 0; \1 < \w+; \+\+\1\)\s+(\w+)\[(\w+) \+ \1\] = (\w+)\[\1\];/;

const codecsWithoutEval = {
  name: 'codecs-without-eval',
  enforce: 'pre' as const,
  transform: {
    order: 'pre' as const,
    handler: (code: string, id: string) => {
      if (!/numcodecs.dist.(?:blosc|lz4|zstd)\.js$/.test(id)) return null;
      if (!COMPILER.test(code)) throw new Error(`${id}: compiles no functions any more; see codecsWithoutEval`);
      if (!BYTE_COPY.test(code)) throw new Error(`${id}: copies no bytes any more; see codecsWithoutEval`);
      return code
        .replace(COMPILER, (_, name: string) => createInvoker.toString().replace('createInvoker', name))
        .replace(BYTE_COPY, '$2.set($4, $3);');
    },
  },
};

/** glTF-Transform takes Node's Buffer where there is one, and needs none. */
const gltfWithoutBuffer = {
  name: 'gltf-without-buffer',
  transform: (code: string, id: string) => (/@gltf-transform.core/.test(id) ? `var Buffer;${code}` : null),
};

const LINKED_MODULE = 'virtual:linked-shaders';

/** Kernels without their comments, a sixth of them, which are for those who read them in the repository. */
const kernelsWithoutComments = {
  name: 'kernels-without-comments',
  enforce: 'pre' as const,
  load: {
    order: 'pre' as const,
    handler: (id: string) => {
      const [file = '', query] = id.split('?');
      if (!file.endsWith('.wgsl') || query !== 'raw') return null;
      return `export default ${JSON.stringify(readFileSync(file, 'utf8').replace(/^[ \t]*\/\/.*\n/gm, ''))};`;
    },
  },
};

/** A module of the kernels that ordinary frames ask for, which is loaded with the first of them. */
const linkedShaders = {
  name: 'linked-shaders',
  resolveId: (source: string) => (source === LINKED_MODULE ? `\0${source}` : null),
  load(id: string) {
    if (id !== `\0${LINKED_MODULE}`) return null;
    linkedModule ??= linkKernels(shaderSources);
    return linkedModule;
  },
};

/** Kept, since the package is built twice. */
let linkedModule: Promise<string> | undefined;

/** Characters of overlays by the module that has their outlines: ASCII and Latin-1 are in the first. */
const FONT_MODULES: Readonly<
  Record<string, { readonly files: readonly string[]; readonly ranges: readonly number[][] }>
> = {
  'virtual:font-outlines': {
    files: ['latin'],
    ranges: [
      [0x20, 0x7e],
      [0xa0, 0xff],
    ],
  },
  'virtual:further-outlines': {
    files: ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'],
    ranges: [
      [0x100, 0x17f],
      [0x1a0, 0x1b0],
      [0x1cd, 0x1dc],
      [0x218, 0x21b],
      [0x370, 0x3ff],
      [0x400, 0x45f],
      [0x490, 0x4e9],
      [0x1e80, 0x1e9e],
      [0x1ea0, 0x1ef9],
      [0x2010, 0x2044],
      [0x2070, 0x2089],
      [0x20ac, 0x20ac],
      [0x2122, 0x2126],
      [0x2190, 0x2193],
      [0x2212, 0x2212],
    ],
  },
};

/** The outlines of Inter's characters: a tenth of the size of what parses the font's file. */
const fontOutlines = {
  name: 'font-outlines',
  resolveId: (source: string) => (Object.hasOwn(FONT_MODULES, source) ? `\0${source}` : null),
  load(id: string) {
    const module = FONT_MODULES[id.slice(1)];
    if (!module || !id.startsWith('\0')) return null;
    const fonts = module.files.map((subset) => {
      const file = readFileSync(path(`node_modules/@fontsource/inter/files/inter-${subset}-500-normal.woff`));
      return opentype.parse(new Uint8Array(file).buffer);
    });
    const characters = module.ranges.flatMap(([first = 0, last = 0]) =>
      Array.from({ length: last - first + 1 }, (_, at) => String.fromCharCode(first + at)),
    );
    const glyphs = characters.flatMap((character) => {
      const font = fonts.find((one) => one.charToGlyphIndex(character) > 0);
      if (!font) return [];
      const glyph = font.charToGlyph(character);
      const commands = glyph.getPath(0, 0, font.unitsPerEm).commands.map(
        ({ type, x1, y1, x2, y2, x, y }) =>
          type +
          [x1, y1, x2, y2, x, y]
            .filter((number) => number !== undefined)
            .map(Math.round)
            .join(' '),
      );
      return [[character, [glyph.advanceWidth, commands.join('')]]];
    });
    const outlines = { capHeight: fonts[0]!.tables.os2.sCapHeight, glyphs: Object.fromEntries(glyphs) };
    return `export const OUTLINES = ${JSON.stringify(outlines)};`;
  },
};

/** What modules are made from, besides themselves, by the files that hold its licences. */
const INSIDE = {
  Inter: 'node_modules/@fontsource/inter/LICENSE',
  'MozJPEG in @jsquash/jpeg': 'node_modules/@jsquash/jpeg/codec/LICENSE.codec.md',
  'libwebp in @jsquash/webp': 'node_modules/@jsquash/webp/codec/LICENSE.codec.md',
};

/** Their licences stand beside those of the modules. */
const licensesInside = {
  name: 'licenses-inside',
  writeBundle: () => {
    for (const [name, file] of Object.entries(INSIDE)) {
      appendFileSync(path('dist/LICENSES-BUNDLED.md'), `\n## ${name}\n\n${readFileSync(path(file), 'utf8')}`);
    }
  },
};

/** CommonJS packages of Node's entries require builtins, which would need `createRequire` in the runtime that all share. */
const importBuiltins = esmExternalRequirePlugin({
  external: builtinModules.flatMap((name) => [name, `node:${name}`]),
});

/** npm sets a bin's run bit when it installs a package, but not in a clone whose `dist` was built again. */
const executableBin = {
  name: 'executable-bin',
  writeBundle: () => chmodSync(path(manifest.bin.tilecast), 0o755),
};

/** What modules are made of, however they lie in files. */
const plugins = [
  browserAssert,
  webpWithoutGlobals,
  wasmCodecs,
  hdf5WithoutMap,
  codecsWithoutEval,
  gltfWithoutBuffer,
  importBuiltins,
  kernelsWithoutComments,
  linkedShaders,
  fontOutlines,
];

const settings = {
  publicDir: false,
  plugins,
  assetsInclude: ['**/*.wasm'],
  resolve: {
    alias: {
      'tilecast/lab': path('src/lab.ts'),
      'tilecast/mesh': path('src/mesh-queries.ts'),
      'tilecast/node': path('src/node/index.ts'),
      tilecast: path('src/index.ts'),
    },
  },
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    target: 'node20',
    // Errors in a user's program should be readable there.
    minify: false,
    rolldownOptions: {
      // Rolldown's runtime for Node imports `node:module` even where nothing is left to require.
      platform: 'neutral',
      input: {
        index: path('src/index.ts'),
        lab: path('src/lab.ts'),
        mesh: path('src/mesh-queries.ts'),
        'node/index': path('src/node/index.ts'),
        'cli/main': path('src/cli/main.ts'),
        'viewer/index': path('src/viewer/index.ts'),
        'viewer/page': path('src/viewer/page.ts'),
        // Beside the chunks that start them.
        'chunks/decode-worker': path('src/files/stores/decoding/decode-worker.ts'),
        'chunks/node-decode-worker': path('src/node/node-decode-worker.ts'),
        'chunks/voxel-worker': path('src/node/threads/voxel-worker.ts'),
        'chunks/encode-worker': path('src/node/png/encode-worker.ts'),
      },
    },
  },
} satisfies InlineConfig;

const { plugin: moduleFiles, group: divided } = divideModules(settings);

export default defineConfig(({ mode }) => ({
  ...settings,
  plugins: [moduleFiles, ...plugins, licensesInside, executableBin],
  build: {
    ...settings.build,
    sourcemap: true,
    license: { fileName: 'LICENSES-BUNDLED.md' },
    rolldownOptions: {
      ...settings.build.rolldownOptions,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        minifyInternalExports: false,
        // Node compiles a fifth less of text without what readers find in the sources.
        comments: { legal: true, annotation: true, jsdoc: false },
        // The command line needs the errors before it knows which command to load.
        codeSplitting: {
          groups: [
            { name: 'errors', test: /src\/errors\.ts$/ },
            // Else it comes with the recipe, and all that this imports.
            { name: 'package', test: /package\.json$/ },
            // Those that know nothing of the rest.
            {
              name: 'say',
              test: /src\/(?:cli\/(?:say|inert-text|watch\/watch-contract)|node\/read\/references)\.ts$/,
              // They import all of the library by name, and need the errors alone.
              includeDependenciesRecursively: false,
            },
            // Before all else, where Node keeps compiled modules.
            { name: 'compile-cache', test: /src\/node\/compile-cache\.ts$/ },
            { name: 'imply-render', test: /src\/cli\/arguments\/imply-render\.ts$/ },
            // Else it comes with what reads Zarr, which few commands need.
            { name: 'decoding', test: /src\/files\/stores\/decoding\/(?!decode-worker)/ },
            // What commands load. Each file costs one a third of a millisecond, so the rest is in few, too: each of these has what
            // its modules import, but for what those before have.
            divided,
            { name: 'bytes', test: /src\/(?:files\/bytes\/|math\/|volume\/statistics\/statistics\.ts$)/ },
            { name: 'bound-codecs', test: /src\/files\/stores\/zarr\/bound-codecs\.ts$/ },
            { name: 'library', test: /src\/index\.ts$/ },
            { name: 'mesh-queries', test: /src\/mesh-queries\.ts$/ },
            { name: 'zarr', test: /src\/files\/stores\/zarr\/zarr-store\.ts$/ },
            { name: 'lab', test: /src\/lab\.ts$/ },
            { name: 'recipe', test: /src\/recipe\// },
            { name: 'node', test: /src\/node\/index\.ts$/ },
          ],
        },
      },
    },
  },
  test: {
    include: [mode === 'long' ? 'test/**/*.long.test.ts' : 'test/**/*.test.ts'],
    exclude: mode === 'long' ? [] : ['**/*.long.test.ts'],
    // Dawn does not load in worker threads.
    pool: 'forks',
    isolate: false,
    // Few of the CPU reference's many short-lived objects outlive a larger nursery: tests take 0.95 of the CPU time.
    execArgv: ['--max-semi-space-size=64'],
    // SwiftShader's compiler frees tens of megabytes after each kernel. Kept by glibc, they need not be mapped and cleared for the
    // next: half of the page faults, 0.92 of the CPU time of a file with 52 kernels, 50 MB more in a process.
    env: { MALLOC_TRIM_THRESHOLD_: `${2 ** 28}`, MALLOC_MMAP_THRESHOLD_: `${2 ** 22}` },
    testTimeout: 180_000,
    // A page beside other work may take seconds for a frame.
    expect: { poll: { timeout: 30_000 } },
    // A core stays free by default, which of two is half; many of the long tests wait for servers and queues.
    maxWorkers: mode === 'long' ? availableParallelism() + 1 : '100%',
  },
}));

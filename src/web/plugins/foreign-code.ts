/** Makes other people's packages run from a bundle, in pages as in Node. */
import { fileURLToPath } from 'node:url';
import { codecsWithoutEval } from './codecs-without-eval.ts';

/** nrrd-js requires Node's `assert`, which browsers lack; no other package gets ours. */
const browserAssert = {
  name: 'browser-assert',
  enforce: 'pre' as const,
  resolveId: {
    order: 'pre' as const,
    handler: (source: string, importer: string | undefined) =>
      source === 'assert' && importer?.includes('nrrd-js')
        ? fileURLToPath(new URL('../../files/volumes/nrrd/assert.ts', import.meta.url))
        : null,
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

/** glTF-Transform takes Node's Buffer where there is one, and needs none. */
const gltfWithoutBuffer = {
  name: 'gltf-without-buffer',
  transform: (code: string, id: string) => (/@gltf-transform.core/.test(id) ? `var Buffer;${code}` : null),
};

/** Plugins for packages that would else look for files, globals or modules of Node's. */
export const foreignCodePlugins = [
  browserAssert,
  webpWithoutGlobals,
  wasmCodecs,
  hdf5WithoutMap,
  codecsWithoutEval,
  gltfWithoutBuffer,
];

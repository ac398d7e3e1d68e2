/** Targets of frames besides memory: a texture, a canvas, or its context. */
import type { ImageSize } from '../../camera/camera.js';
import { InputError } from '../../errors.js';
import type { Gpu } from '../../gpu/gpu.js';
import { TEXTURE_USAGE } from '../../gpu/usages.js';
import { STORED_FORMATS, TARGET_FORMATS, type TextureKind } from './presenter.js';
import { factsOf } from './texture-facts.js';

/** A canvas element, or an OffscreenCanvas. */
export interface CanvasLike {
  /** Pixels of a row. */
  width: number;
  /** Rows of pixels. */
  height: number;
  /** A GPUCanvasContext. The DOM libraries of TypeScript 6 and 7 do not know that, and those before 5.9 not its name. */
  getContext(kind: 'webgpu'): object | null;
}

/**
 * A texture with the usage RENDER_ATTACHMENT or STORAGE_BINDING, a canvas, or a canvas's context. A canvas that is not
 * configured gets the renderer's device and the browser's preferred format. Frames are stored where they can be: an H100 takes
 * 0.15 ms to draw a million pixels.
 */
export type FrameTarget = GPUTexture | GPUCanvasContext | CanvasLike;

const configured = new WeakSet<GPUCanvasContext>();

/** The texture that the next frame is drawn to. @throws InputError for what none can be drawn to. */
export function textureOf(target: FrameTarget, gpu: Gpu): GPUTexture {
  const texture = 'createView' in target ? target : contextOf(target, gpu).getCurrentTexture();
  const { format, usage, dimension, sampleCount } = factsOf(texture);
  if (!TARGET_FORMATS.includes(format)) {
    throw new InputError(`a target's format must be ${TARGET_FORMATS.join(', ')}, not ${format}`);
  }
  if (!(usage & TEXTURE_USAGE.RENDER_ATTACHMENT) && !isStored(target)) {
    const kinds = `RENDER_ATTACHMENT, or STORAGE_BINDING with the formats ${STORED_FORMATS.join(', ')}`;
    throw new InputError(`a target must have the usage ${kinds}`);
  }
  if (dimension !== '2d' || sampleCount !== 1)
    throw new InputError('a target must be a 2d texture of one sample per texel');
  return texture;
}

/**
 * The format of a target. A canvas is asked for no texture, where the browser lets us: one that was asked for and not drawn to
 * before the page is next shown leaves the canvas blank until the frame is done.
 */
export function formatOf(target: FrameTarget, gpu: Gpu): GPUTextureFormat {
  if ('createView' in target) return factsOf(target).format;
  return contextOf(target, gpu).getConfiguration?.()?.format ?? textureOf(target, gpu).format;
}

/** How frames get there. */
export const kindOf = (target: FrameTarget, gpu: Gpu): TextureKind => ({
  format: formatOf(target, gpu),
  isStored: isStored(target),
});

function isStored(target: FrameTarget): boolean {
  if (!('createView' in target)) return false;
  const { usage, format } = factsOf(target);
  return (usage & TEXTURE_USAGE.STORAGE_BINDING) !== 0 && STORED_FORMATS.includes(format);
}

/** Pixels of a target. */
export function sizeOf(target: FrameTarget): ImageSize {
  if ('createView' in target) return factsOf(target);
  const { width, height } = 'getCurrentTexture' in target ? (target.canvas as CanvasLike) : target;
  return { width, height };
}

/** Resizes a canvas, which blanks it, unless it has that size; a texture stays as it is. */
export function giveSize(target: FrameTarget, { width, height }: ImageSize): void {
  if ('createView' in target) return;
  const canvas = 'getCurrentTexture' in target ? (target.canvas as CanvasLike) : target;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/** @throws InputError unless it is a texture, a context or a canvas. */
export function checkTarget(target: unknown): asserts target is FrameTarget {
  const isTarget =
    typeof target === 'object' &&
    target !== null &&
    ['createView', 'getCurrentTexture', 'getContext'].some((method) => method in target);
  if (!isTarget) throw new InputError("a target must be a texture, a canvas or a canvas's context for webgpu");
}

function contextOf(target: GPUCanvasContext | CanvasLike, gpu: Gpu): GPUCanvasContext {
  const context = 'getCurrentTexture' in target ? target : (target.getContext('webgpu') as GPUCanvasContext | null);
  if (!context) throw new InputError('the canvas gives no context for webgpu: it has another one already');
  if (!configured.has(context) && !context.getConfiguration?.()) {
    const { navigator } = globalThis as { readonly navigator?: { readonly gpu?: GPU } };
    const format = navigator?.gpu?.getPreferredCanvasFormat() ?? 'bgra8unorm';
    context.configure({ device: gpu.device, format, alphaMode: 'premultiplied' });
    configured.add(context);
  }
  return context;
}

/**
 * Mapping that is safe with Dawn's Node binding. When a mapping ends, the binding writes to the buffer and settles its promise, but
 * keeps neither alive: a buffer that is destroyed earlier leaves a promise that can be collected first. The write then goes to memory
 * that was freed, and aborts the process with `Error::New napi_get_last_error_info` or rejects some other promise.
 */

const mappings = new WeakMap<GPUBuffer, Promise<undefined>>();

/**
 * Starts to map a buffer's first `sizeBytes`, all by default, and keeps the buffer alive until the mapping has ended. A failure that
 * nobody awaits goes unreported.
 */
export function startMapping(buffer: GPUBuffer, mode: GPUMapModeFlags, sizeBytes?: number): Promise<undefined> {
  const mapping = buffer.mapAsync(mode, 0, sizeBytes);
  const end = () => mappings.delete(buffer);
  mappings.set(buffer, mapping);
  mapping.then(end, end);
  return mapping;
}

/** Destroys a buffer, once the mapping that is under way has ended. */
export function destroyOnceMapped(buffer: GPUBuffer): void {
  const destroy = () => buffer.destroy();
  const mapping = mappings.get(buffer);
  if (mapping) mapping.then(destroy, destroy);
  else destroy();
}

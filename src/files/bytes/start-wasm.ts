/** WebAssembly that is bundled as text. */

/** Emscripten's module of a codec, once it has started. */
export type WasmFactory<Module> = (options: {
  wasmBinary: Uint8Array;
  print: () => void;
  printErr: () => void;
}) => Promise<Module>;

/**
 * Starts a module of Emscripten's, which prints nothing.
 * @param script what its script exports by default.
 * @param dataUrl its WebAssembly.
 */
export function startWasm<Module>(script: unknown, dataUrl: string): Promise<Module> {
  const wasmBinary = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (char) => char.charCodeAt(0));
  const silent = () => undefined;
  return (script as WasmFactory<Module>)({ wasmBinary, print: silent, printErr: silent });
}

/** Types of the WebAssembly decoders of @cornerstonejs, which come without, and of their modules as text. */
declare module '@cornerstonejs/codec-charls/decodewasmjs' {
  const factory: unknown;
  export default factory;
}
declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const factory: unknown;
  export default factory;
}
declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const factory: unknown;
  export default factory;
}
declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs' {
  const factory: unknown;
  export default factory;
}
declare module '*?inline' {
  const dataUrl: string;
  export default dataUrl;
}

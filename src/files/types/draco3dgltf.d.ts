/** Types of Draco's decoder, which comes without. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  const factory: unknown;
  export default factory;
}
declare module 'draco3dgltf' {
  const draco: { readonly createEncoderModule: () => Promise<unknown> };
  export default draco;
}

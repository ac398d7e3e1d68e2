/** Texels of a 3D texture by its adapter's filter: for `filter-precision.ts`, and a test of what is chosen on software adapters. */

/** Flags of WebGPU, which Node has no globals for. */
const [WRITTEN_STORAGE, READ_STORAGE, READBACK, MAP_READ] = [0x88, 0x84, 0x09, 0x01];
const WORKGROUP = 64;

/**
 * Filtered texels, one per position.
 * @param positions x, y, z from 0 to 1 over the texture and an unused value for each; a multiple of 64 positions.
 * @param texel a WGSL expression of the texel's `channels`, a `vec4f`.
 */
export async function filterTexels(
  device: GPUDevice,
  texture: GPUTexture,
  sampler: GPUSampler,
  positions: Float32Array<ArrayBuffer>,
  texel = 'channels.x',
): Promise<Float32Array> {
  const module = device.createShaderModule({
    code: `@group(0) @binding(0) var voxels: texture_3d<f32>;
      @group(0) @binding(1) var linear: sampler;
      @group(0) @binding(2) var<storage, read> positions: array<vec4f>;
      @group(0) @binding(3) var<storage, read_write> texels: array<f32>;
      @compute @workgroup_size(${WORKGROUP}) fn main(@builtin(global_invocation_id) id: vec3u) {
        let channels = textureSampleLevel(voxels, linear, positions[id.x].xyz, 0.0);
        texels[id.x] = ${texel};
      }`,
  });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const sizeBytes = positions.byteLength / 4;
  const given = device.createBuffer({ size: positions.byteLength, usage: WRITTEN_STORAGE });
  const texels = device.createBuffer({ size: sizeBytes, usage: READ_STORAGE });
  const readback = device.createBuffer({ size: sizeBytes, usage: READBACK });
  device.queue.writeBuffer(given, 0, positions);
  const resources = [texture.createView(), sampler, { buffer: given }, { buffer: texels }];
  const entries = resources.map((resource, binding) => ({ binding, resource }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(sizeBytes / 4 / WORKGROUP);
  pass.end();
  encoder.copyBufferToBuffer(texels, 0, readback, 0, sizeBytes);
  device.queue.submit([encoder.finish()]);
  await readback.mapAsync(MAP_READ);
  const found = new Float32Array(readback.getMappedRange().slice(0));
  for (const buffer of [given, texels, readback]) buffer.destroy();
  return found;
}

// Unpacks a run of z-slices of voxels, in their file's type, into the 3D storage texture that rays sample.

struct Chunk {
  // Voxels along x and y, and the slices of this chunk.
  size: vec3u,
  // The texture slice that the chunk begins at.
  first_slice: u32,
}

@group(0) @binding(0) var<uniform> chunk: Chunk;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@if(r8unorm) @group(0) @binding(2) var voxels: texture_storage_3d<r8unorm, write>;
@elif(r16unorm) @group(0) @binding(2) var voxels: texture_storage_3d<r16unorm, write>;
@else @group(0) @binding(2) var voxels: texture_storage_3d<r32float, write>;

// Bits of a voxel: 8, 16 or 32.
override bits = 8u;
// How the bits read: 0 unsigned, 1 signed, 2 float.
override kind = 0u;
// What is added to a voxel, and what it is then multiplied by, to give the texel.
override offset = 0.0;
override factor = 1.0;
// Voxels along x for an invocation: long runs pay where invocations are dear, short ones where memory coalesces.
override run = 4u;
override workgroup_width = 64u;

fn decode(word: u32, shift: u32) -> f32 {
  if kind == 2u {
    return bitcast<f32>(word);
  }
  if kind == 1u {
    return f32(extractBits(bitcast<i32>(word), shift, bits));
  }
  return f32(extractBits(word, shift, bits));
}

@compute @workgroup_size(workgroup_width)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let runs = (chunk.size.x + run - 1u) / run;
  let y = id.x / runs;
  if y >= chunk.size.y {
    return;
  }
  let first_x = (id.x % runs) * run;
  let end_x = min(first_x + run, chunk.size.x);
  let row = (id.y * chunk.size.y + y) * chunk.size.x;
  let per_word = 32u / bits;
  var word = words[(row + first_x) / per_word];
  for (var x = first_x; x < end_x; x += 1u) {
    let lane = (row + x) % per_word;
    if lane == 0u {
      word = words[(row + x) / per_word];
    }
    let texel = (decode(word, lane * bits) + offset) * factor;
    textureStore(voxels, vec3u(x, y, id.y + chunk.first_slice), vec4f(texel, 0.0, 0.0, 0.0));
  }
}

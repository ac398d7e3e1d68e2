// Unpacks a run of z-slices of voxels, in their file's type, into the 3D storage texture that rays sample, unless they are
// copied there, and finds the range of values along each brick's part of a row.

struct Chunk {
  // Voxels along x and y, and the slices of this chunk.
  size: vec3u,
  // The texture slice that the chunk begins at.
  first_slice: u32,
  // Voxels from the start of a row to that of the next, whole words: rows that are copied are aligned.
  row_pitch: u32,
}

@group(0) @binding(0) var<uniform> chunk: Chunk;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@if(r8unorm) @group(0) @binding(2) var voxels: texture_storage_3d<r8unorm, write>;
@elif(rg8unorm) @group(0) @binding(2) var voxels: texture_storage_3d<rg8unorm, write>;
@elif(!copied) @group(0) @binding(2) var voxels: texture_storage_3d<r32float, write>;

// The smallest and the largest texel of each row of voxels and each brick along it, from one voxel before the brick to one
// after it.
@group(0) @binding(3) var<storage, read_write> row_ranges: array<vec2f>;

// Bits of a voxel: 8, 16 or 32.
override bits = 8u;
// How the bits read: 0 unsigned, 1 signed, 2 float.
override kind = 0u;
// Offset and factor of a voxel, in this order, that give the texel.
override offset = 0.0;
override factor = 1.0;
// Voxels along x for an invocation, whole bricks: long runs pay where invocations are dear, short ones where memory coalesces.
override run = 8u;
// Voxels along a brick's side.
override brick_side = 8u;
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
  let row = id.y * chunk.size.y + y;
  let bricks = (chunk.size.x + brick_side - 1u) / brick_side;
  for (var x = first_x; x < end_x; x += brick_side) {
    let end = min(x + brick_side, chunk.size.x);
    let range = around(texel_at(row, max(x, 1u) - 1u), texel_at(row, min(end, chunk.size.x - 1u)));
    row_ranges[row * bricks + x / brick_side] = unpack_run(row, x, end, vec2u(y, id.y + chunk.first_slice), range);
  }
}

// Unpacks voxels of a row, and extends a range of texels by theirs. `yz` is their y and z.
fn unpack_run(row: u32, first: u32, end: u32, yz: vec2u, range: vec2f) -> vec2f {
  let per_word = 32u / bits;
  let first_voxel = row * chunk.row_pitch;
  var word = words[(first_voxel + first) / per_word];
  var low = range.x;
  var high = range.y;
  for (var x = first; x < end; x += 1u) {
    let lane = (first_voxel + x) % per_word;
    if lane == 0u {
      word = words[(first_voxel + x) / per_word];
    }
    let whole = decode(word, lane * bits) + offset;
    let texel = whole * factor;
    @if(rg8unorm) textureStore(voxels, vec3u(x, yz), unpack4x8unorm(u32(whole)));
    @if(!rg8unorm && !copied) textureStore(voxels, vec3u(x, yz), vec4f(texel, 0.0, 0.0, 0.0));
    low = min(low, texel);
    high = max(high, texel);
  }
  return vec2f(low, high);
}

fn texel_at(row: u32, x: u32) -> f32 {
  let voxel = row * chunk.row_pitch + x;
  let per_word = 32u / bits;
  return (decode(words[voxel / per_word], voxel % per_word * bits) + offset) * factor;
}

fn around(a: f32, b: f32) -> vec2f {
  return vec2f(min(a, b), max(a, b));
}

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
@if(!copied) @group(0) @binding(3) var<storage, read_write> row_ranges: array<vec2f>;
// As integers of 16 bits, the smallest first.
@else @group(0) @binding(3) var<storage, read_write> row_ranges: array<u32>;

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
  @if(copied) find_ranges(row, first_x, end_x);
  @else unpack_bricks(row, first_x, end_x, vec2u(y, id.y + chunk.first_slice));
}

fn brick_columns() -> u32 {
  return (chunk.size.x + brick_side - 1u) / brick_side;
}

// `yz` is the row's y and z.
@if(!copied)
fn unpack_bricks(row: u32, first: u32, end: u32, yz: vec2u) {
  let bricks = brick_columns();
  for (var x = first; x < end; x += brick_side) {
    let stop = min(x + brick_side, chunk.size.x);
    let range = around(texel_at(row, max(x, 1u) - 1u), texel_at(row, min(stop, chunk.size.x - 1u)));
    row_ranges[row * bricks + x / brick_side] = unpack_run(row, x, stop, yz, range);
  }
}

// Unpacks voxels of a row, and extends a range of texels by theirs. `yz` is their y and z.
@if(!copied)
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
    @else textureStore(voxels, vec3u(x, yz), vec4f(texel, 0.0, 0.0, 0.0));
    low = min(low, texel);
    high = max(high, texel);
  }
  return vec2f(low, high);
}

@if(!copied)
fn texel_at(row: u32, x: u32) -> f32 {
  let voxel = row * chunk.row_pitch + x;
  let per_word = 32u / bits;
  return (decode(words[voxel / per_word], voxel % per_word * bits) + offset) * factor;
}

@if(!copied)
fn around(a: f32, b: f32) -> vec2f {
  return vec2f(min(a, b), max(a, b));
}

// Voxels of copied rows have no sign, and begin with a word. Each word is loaded once and read as a whole: voxel by voxel took three times
// as long on SwiftShader.
@else
fn find_ranges(row: u32, first: u32, end: u32) {
  let per_word = 32u / bits;
  let row_words = row * chunk.row_pitch / per_word;
  let last_word = row_words + (chunk.size.x - 1u) / per_word;
  var at = row_words + first / per_word;
  var next = integers_of(words[at]);
  // The voxel before the row's first is that one itself.
  var before = select(integers_of(words[max(at, row_words + 1u) - 1u]).w, next.x, first == 0u);
  var index = row * brick_columns() + first / brick_side;
  for (var x = first; x < end; x += brick_side) {
    var low = vec4u(before);
    var high = low;
    for (var of_brick = 0u; of_brick < brick_side / per_word; of_brick += 1u) {
      // Voxels beyond the row's end are none.
      let is_there = vec4u(x + of_brick * per_word) + LANES % per_word < vec4u(chunk.size.x);
      let integers = select(vec4u(before), next, is_there);
      low = min(low, integers);
      high = max(high, integers);
      before = integers.w;
      at += 1u;
      next = integers_of(words[min(at, last_word)]);
    }
    let after = select(before, next.x, at <= last_word);
    let ends = vec2u(min(min(low.x, low.y), min(low.z, low.w)), max(max(high.x, high.y), max(high.z, high.w)));
    row_ranges[index] = min(ends.x, after) | (max(ends.y, after) << 16u);
    index += 1u;
  }
}

@if(copied) const LANES = vec4u(0u, 1u, 2u, 3u);

// The integers in a word: four, or two and the same again.
@if(copied)
fn integers_of(word: u32) -> vec4u {
  return (vec4u(word) >> (LANES * bits % 32u)) & vec4u((1u << bits) - 1u);
}

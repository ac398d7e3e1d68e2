// The distances of a field's voxels, which end at the edge of a narrow band.

struct FieldPiece {
  voxels: u32,
  // The start of the distances.
  first: u32,
  // Half the width of the band.
  within: f32,
}

@group(0) @binding(0) var<uniform> piece: FieldPiece;
@group(0) @binding(1) var<storage, read> results: array<u32>;
@group(0) @binding(2) var<storage, read_write> voxels: array<f32>;

override width = 64u;

const SIGN_BIT = 0x80000000u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < piece.voxels; index += groups.x * width) {
    let word = results[piece.first + index];
    // Compared as bits, since a compiler may assume that no number is infinite.
    let magnitude = min(word & ~SIGN_BIT, bitcast<u32>(piece.within));
    voxels[index] = bitcast<f32>(magnitude | (word & SIGN_BIT));
  }
}

// The centres of voxels, as points of a query.

struct GridPiece {
  // Relative to the tree's origin: the centre of the voxel (0, 0, 0), and the steps along i, j and k.
  origin: vec3f,
  // Voxels along i, and along j.
  columns: u32,
  i_step: vec3f,
  rows: u32,
  j_step: vec3f,
  // The first voxel, and how many there are.
  first: u32,
  k_step: vec3f,
  voxels: u32,
}

@group(0) @binding(0) var<uniform> piece: GridPiece;
@group(0) @binding(1) var<storage, read_write> points: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < piece.voxels; index += groups.x * width) {
    let voxel = piece.first + index;
    let row = voxel / piece.columns;
    let i = f32(voxel % piece.columns);
    let j = f32(row % piece.rows);
    let k = f32(row / piece.rows);
    let point = piece.origin + i * piece.i_step + j * piece.j_step + k * piece.k_step;
    points[3u * index] = point.x;
    points[3u * index + 1u] = point.y;
    points[3u * index + 2u] = point.z;
  }
}

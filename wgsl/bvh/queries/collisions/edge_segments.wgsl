// The edges of triangles as segments, relative to the origin of another mesh's tree.

struct EdgePiece {
  // The offset to the other mesh's origin.
  offset: vec3f,
  // The first edge, and how many there are: three for each triangle.
  first: u32,
  edges: u32,
  // Segments that `ends` has room for.
  capacity: u32,
  vertices: u32,
}

@group(0) @binding(0) var<uniform> piece: EdgePiece;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
// The starts of `capacity` segments, then their ends.
@group(0) @binding(3) var<storage, read_write> ends: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < piece.edges; index += groups.x * width) {
    let edge = piece.first + index;
    let triangle = edge / 3u;
    let corners = vec3u(indices[3u * triangle], indices[3u * triangle + 1u], indices[3u * triangle + 2u]);
    var start = vec3f(0.0);
    var end = vec3f(0.0);
    // Segments without a length cross nothing: triangles with a missing corner have none that does.
    if all(corners < vec3u(piece.vertices)) {
      start = read_position(corners[edge % 3u]);
      end = read_position(corners[(edge + 1u) % 3u]);
    }
    write_end(index, start);
    write_end(piece.capacity + index, end);
  }
}

fn read_position(vertex: u32) -> vec3f {
  return vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]) + piece.offset;
}

fn write_end(at: u32, position: vec3f) {
  ends[3u * at] = position.x;
  ends[3u * at + 1u] = position.y;
  ends[3u * at + 2u] = position.z;
}

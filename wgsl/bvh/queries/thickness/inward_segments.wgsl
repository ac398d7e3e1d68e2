// A segment from the middle of each triangle, or from each of some `vertices`, along the inward normal.

struct InwardPiece {
  // The first place, and how many there are.
  first: u32,
  places: u32,
  // Segments that `ends` has room for.
  capacity: u32,
  vertices: u32,
  // How long segments are.
  reach: f32,
}

@group(0) @binding(0) var<uniform> piece: InwardPiece;
@group(0) @binding(1) var<storage, read> positions: array<f32>;
@if(!vertices) @group(0) @binding(2) var<storage, read> indices: array<u32>;
@else @group(0) @binding(3) var<storage, read> normals: array<f32>;
// The starts of `capacity` segments, then their ends.
@group(0) @binding(4) var<storage, read_write> ends: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  for (var index = id.x; index < piece.places; index += groups.x * width) {
    let place = piece.first + index;
    // Segments without a length cross nothing.
    var start = vec3f(0.0);
    var normal = vec3f(0.0);
    @if(vertices) {
      start = read_position(place);
      normal = vec3f(normals[3u * place], normals[3u * place + 1u], normals[3u * place + 2u]);
    }
    @else {
      let corners = vec3u(indices[3u * place], indices[3u * place + 1u], indices[3u * place + 2u]);
      if all(corners < vec3u(piece.vertices)) {
        let a = read_position(corners.x);
        let ab = read_position(corners.y) - a;
        let ac = read_position(corners.z) - a;
        start = a + (ab + ac) / 3.0;
        // Scaled, for the squares of tiny edges to be numbers.
        let size = max(largest(ab), largest(ac));
        let direction = cross(ab / size, ac / size);
        if dot(direction, direction) > 0.0 {
          normal = normalize(direction);
        }
      }
    }
    write_end(index, start);
    write_end(piece.capacity + index, start - piece.reach * normal);
  }
}

fn largest(edge: vec3f) -> f32 {
  return max(max(abs(edge.x), abs(edge.y)), abs(edge.z));
}

fn read_position(vertex: u32) -> vec3f {
  return vec3f(positions[3u * vertex], positions[3u * vertex + 1u], positions[3u * vertex + 2u]);
}

fn write_end(end: u32, position: vec3f) {
  ends[3u * end] = position.x;
  ends[3u * end + 1u] = position.y;
  ends[3u * end + 2u] = position.z;
}

// The crossings of segments with a mesh: whether there is any, the nearest, how many, or all of them, as answers/ has it. Segments that
// f32 cannot decide go on a list, which the exact pass works off.

@if(any_hit) import package::bvh::segments::answers::any_hit::{Found, add_crossing, is_done, limit_of, nothing_found, write_answer};
@elif(nearest) import package::bvh::segments::answers::nearest::{Found, add_crossing, is_done, limit_of, nothing_found, write_answer};
@elif(list) import package::bvh::segments::answers::list::{Found, add_crossing, is_done, limit_of, nothing_found, write_answer};
@else import package::bvh::segments::answers::count::{Found, add_crossing, is_done, limit_of, nothing_found, write_answer};
@if(brute_force) import package::bvh::segments::every_triangle::{next_leaf, start_traversal};
@elif(nearest) import package::bvh::traversal::near_first::{next_near_leaf as next_leaf, start_near_traversal as start_traversal};
@else import package::bvh::traversal::any_order::{next_leaf, start_traversal};
@if(exact) import package::bvh::segments::exact_pass::{count_segments, cross_slot, nth_segment};
@else import package::bvh::segments::first_pass::{count_segments, cross_slot, nth_segment};
import package::bvh::segment::{Segment, can_cross, make_segment};
import package::bvh::segments::crossing::MISS;
import package::bvh::segments::query::query;
import package::bvh::segments::undecided::leave_undecided;
import package::bvh::slot_triangle::NO_TRIANGLE;
import package::bvh::tree::slots;
import package::bvh::traversal::ray::{DONE, traversal_ray};
import package::bvh::wide_node::{leaf_count, leaf_first};

@group(0) @binding(1) var<storage, read> starts: array<f32>;
@group(0) @binding(7) var<storage, read> stops: array<f32>;

override width = 64u;

@compute @workgroup_size(width)
fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let count = count_segments();
  for (var position = id.x; position < count; position += groups.x * width) {
    let index = nth_segment(position);
    let segment = read_segment(index);
    var found = nothing_found(index);
    if can_cross(segment) { found = traverse(segment, found); }
    if found.is_open {
      leave_undecided(index);
      continue;
    }
    write_answer(index, found);
  }
}

fn read_segment(index: u32) -> Segment {
  let start = query.first_start + query.stride * index;
  let end = query.first_end + query.stride * index;
  return make_segment(
    vec3f(starts[start], starts[start + 1u], starts[start + 2u]),
    vec3f(stops[end], stops[end + 1u], stops[end + 2u]),
  );
}

fn traverse(segment: Segment, before: Found) -> Found {
  var found = before;
  let ray = traversal_ray(segment.start, segment.inverse);
  var height = start_traversal();
  while !is_done(found) {
    let leaf = next_leaf(ray, limit_of(found), &height);
    if leaf == DONE {
      break;
    }
    let end = leaf_first(leaf) + leaf_count(leaf);
    for (var slot = leaf_first(leaf); slot < end; slot += 1u) {
      let triangle = slots[slot];
      var crossing = cross_slot(segment, triangle);
      crossing.verdict = select(MISS, crossing.verdict, triangle.id != NO_TRIANGLE);
      found = add_crossing(found, crossing, triangle.id);
    }
  }
  return found;
}

// Marches along a ray through the volume, front to back, over the bricks in which something may be visible and the pages that are
// there. The mode accumulates the samples.

@if(isosurface) import package::cast::modes::isosurface::{ModeRay, ModeState, SAMPLES, accumulate, begin_ray, begin_run, end_ray, is_done, mode_ray, next_sample, note_surface, samples_of_run};
@elif(mip || average) import package::cast::modes::reduce::{ModeRay, ModeState, SAMPLES, accumulate, begin_ray, begin_run, end_ray, is_done, mode_ray, next_sample, note_surface, samples_of_run};
@else import package::cast::modes::composite::{ModeRay, ModeState, SAMPLES, accumulate, begin_ray, begin_run, end_ray, is_done, mode_ray, next_sample, note_surface, samples_of_run};
import package::cast::modes::composite::{accumulate_visible, next_visible};
import package::cast::modes::isosurface::include_cut;
import package::cast::modes::reduce::has_value;
@if(fused) import package::cast::fused::fused_bricks::{Bricks, bricks_along, next_samples};
@else import package::cast::volume::skip::{Bricks, bricks_along, next_samples};
import package::cast::volume::skip::{look_up_brick, next_samples_beyond};
import package::cast::paged::pages::{PAGED, enter_page, page_ray, page_shows_nothing};
import package::cast::ray::layers::RayLayers;
import package::cast::volume::ray::{CLIPS, CastRay, SampleRange};

// Run by run of samples that may be visible.
@if(!flat)
fn march(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let mode = mode_ray(met, ray, range);
  var state = begin_ray(met, mode);
  let bricks = bricks_along(mode.positions);
  let pages = page_ray(mode.positions);
  let first = first_sample(met, range);
  let end = f32(range.end);
  var run = next_run(bricks, first, end, state);
  @if(isosurface) if CLIPS { run = include_cut(run, first, mode); }
  var skipped = run.x - first;
  var waits = false;
  while run.x < run.y {
    run.y = enter_page(pages, run.x, run.y);
    if PAGED && run.y <= run.x {
      waits = true;
      break;
    }
    if page_shows_nothing() {
      let beyond = next_run(bricks, run.y, end, state);
      skipped += beyond.x - run.x;
      run = beyond;
      continue;
    }
    begin_run(&state, run);
    let reached = accumulate_run(&state, mode, run, end);
    if PAGED { note_surface(&state, mode); }
    if is_done(state, mode) { break; }
    let next = next_run(bricks, reached, end, state);
    skipped += max(next.x - reached, 0.0);
    run = next;
  }
  return end_march(met, state, mode, skipped, waits, run.x);
}

// Sample by sample, or a leap at a time: rays that leap hardly delay the others of their subgroup.
@else
fn march(met: RayLayers, ray: CastRay, range: SampleRange) -> RayLayers {
  let mode = mode_ray(met, ray, range);
  var state = begin_ray(met, mode);
  let bricks = bricks_along(mode.positions);
  let pages = page_ray(mode.positions);
  let end = f32(range.end);
  var k = first_sample(met, range);
  var brick_end = -1.0;
  var page_end = -1.0;
  var skipped = 0.0;
  var waits = false;
  while k < end {
    if k >= brick_end {
      let lookup = look_up_brick(bricks, k, end);
      brick_end = lookup.stop;
      if !lookup.is_active {
        skipped += brick_end - k;
        k = brick_end;
        continue;
      }
    }
    if PAGED && k >= page_end {
      page_end = enter_page(pages, k, end);
      if page_end <= k {
        waits = true;
        break;
      }
      if page_shows_nothing() {
        skipped += page_end - k;
        k = page_end;
        continue;
      }
    }
    accumulate(&state, mode, k, select(end, page_end, PAGED));
    if PAGED { note_surface(&state, mode); }
    if is_done(state, mode) { break; }
    k = next_sample(k);
    if PAGED { k = min(k, page_end); }
  }
  return end_march(met, state, mode, skipped, waits, k);
}

// A ray that waited for a page goes on there.
fn first_sample(met: RayLayers, range: SampleRange) -> f32 {
  return f32(select(range.first, max(range.first, met.next), PAGED && met.waits));
}

@if(!mip)
fn next_run(bricks: Bricks, first: f32, end: f32, state: ModeState) -> vec2f {
  return next_samples(bricks, first, end);
}
@else
fn next_run(bricks: Bricks, first: f32, end: f32, state: ModeState) -> vec2f {
  return next_samples_beyond(bricks, first, end, has_value(state), state.value);
}

// Returns the first sample that is left: samples that are accumulated together may lie behind the run.
@if(flat || !stored_gradients)
fn accumulate_run(state: ptr<function, ModeState>, mode: ModeRay, run: vec2f, end: f32) -> f32 {
  let samples = samples_of_run(run, end, mode);
  let last = select(end, run.y, PAGED);
  var k = samples.x;
  // A single exit: SwiftShader masks every variable of the loop at each one.
  for (; (k < samples.y) & !is_done(*state, mode); k = next_sample(k)) {
    accumulate(state, mode, k, last);
  }
  return select(run.y, max(k, run.y), SAMPLES > 1.0 && !PAGED);
}
// Each ray looks for its next visible sample, and all are lit together: SwiftShader would light hidden ones too. Tint adds no
// counter to loops over integers up to a constant.
@if(!flat && stored_gradients)
fn accumulate_run(state: ptr<function, ModeState>, mode: ModeRay, run: vec2f, end: f32) -> f32 {
  let stop = i32(run.y);
  var next = i32(run.x);
  while (next < stop) & !is_done(*state, mode) {
    let found = next_visible(state, mode, next, stop);
    if found.k < stop { accumulate_visible(state, mode, found); }
    next = found.k + 1;
  }
  return run.y;
}

fn end_march(met: RayLayers, state: ModeState, mode: ModeRay, skipped: f32, waits: bool, next: f32) -> RayLayers {
  var layers = end_ray(met, state, mode, waits);
  layers.skipped += u32(skipped);
  layers.waits = waits;
  if PAGED { layers.next = u32(next); }
  return layers;
}

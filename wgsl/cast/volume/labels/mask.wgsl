// Labels of voxels: they hide samples, and style them.

import package::cast::paged::pages::page_shift;
import package::cast::volume::volume_frame::volume;

// Each voxel's place in `styles`; 0 is hidden. Above that byte its coverage, where edges are smooth.
@group(0) @binding(10) var labels: texture_3d<u32>;
// Colour, negative where the transfer function's holds, and what opacity is multiplied by.
@group(0) @binding(11) var<uniform> styles: array<vec4f, MAX_STYLES>;

// Each page has its labels, in an atlas of their own.
override labels_in_pages = false;
// Whether labels are known to end at the faces of voxels: those with a coverage end where it is one half, interpolated.
override voxel_mask = false;

// The hidden one among them: a byte numbers them.
const MAX_STYLES = 256;

// Rays of axis-aligned views run exactly between voxels often: see NEAREST_BIAS in src/volume/mask.ts.
const NEAREST_BIAS = 1e-3;

// Same as in src/volume/mask-coverage.ts.
const EDGE_COVERAGE = 127.45;

// The style at a position that runs from 0 to 1 over the volume, that of the nearest voxel unless edges are smooth; 0 where the sample
// is left out. Without a mask, everything has one style, which changes nothing.
@if(mask)
fn style_at(position: vec3f) -> u32 {
  let label_index = label_position(position);
  let size = select(vec3f(textureDimensions(labels)), volume.size, labels_in_pages);
  // Samples on the faces of the labels' box are in it, wherever rounding puts them.
  if any(label_index < vec3f(-0.5 - NEAREST_BIAS)) || any(label_index > size - (0.5 - NEAREST_BIAS)) {
    return 0u;
  }
  let nearest = load_label(vec3i(clamp(floor(label_index + (0.5 + NEAREST_BIAS)), vec3f(0.0), size - 1.0)));
  if voxel_mask { return nearest; }
  let coverage = nearest >> 8u;
  // All voxels around are on the same side of the edge, or have no coverage.
  if coverage == 0u || coverage == 255u { return nearest & 0xffu; }
  return smooth_style_at(label_index, size);
}
@else
fn style_at(position: vec3f) -> u32 {
  return 1u;
}

// That of the nearest voxel that is shown, where the interpolated coverage is at least one half.
fn smooth_style_at(label_index: vec3f, size: vec3f) -> u32 {
  let biased = label_index + NEAREST_BIAS;
  let low = floor(biased);
  var coverage = 0.0;
  var style = 0u;
  var largest = 0.0;
  for (var n = 0u; n < 8u; n += 1u) {
    let corner = vec3f(vec3u(n, n >> 1u, n >> 2u) & vec3u(1u));
    let weights = mix(1.0 - (biased - low), biased - low, corner);
    let weight = weights.x * weights.y * weights.z;
    let label = load_label(vec3i(clamp(low + corner, vec3f(0.0), size - 1.0)));
    coverage += weight * f32(label >> 8u);
    let own = label & 0xffu;
    if own != 0u && weight > largest {
      largest = weight;
      style = own;
    }
  }
  return select(0u, style, coverage >= EDGE_COVERAGE);
}

// Whether the mask lets a sample through.
fn is_shown(position: vec3f) -> bool {
  return style_at(position) != 0u;
}

// A voxel's share of the region that looks like a style: all or nothing, unless edges are smooth.
fn load_share(voxel: vec3i, style: u32) -> f32 {
  let label = load_label(voxel);
  let own = label & 0xffu;
  let is_alike = look_alike(own, style);
  if voxel_mask { return select(0.0, 1.0, is_alike); }
  let coverage = label >> 8u;
  // Voxels that are shown have some, where edges are smooth.
  if coverage == 0u { return select(0.0, 1.0, is_alike && own != 0u); }
  return select(0.0, f32(coverage) / 255.0, is_alike || own == 0u);
}

fn load_label(voxel: vec3i) -> u32 {
  return textureLoad(labels, select(voxel, voxel + vec3i(page_shift), labels_in_pages), 0).x;
}

fn last_label() -> vec3i {
  return select(vec3i(textureDimensions(labels)), vec3i(volume.size), labels_in_pages) - 1;
}

// Position in the labels' index space.
fn label_position(position: vec3f) -> vec3f {
  let index = position * volume.size - 0.5;
  return index.x * volume.label_x + index.y * volume.label_y + index.z * volume.label_z + volume.label_origin;
}

// Whether two places have the same style; labels that look alike may have places of their own.
fn look_alike(style: u32, other: u32) -> bool {
  return style == other || all(styles[style] == styles[other]);
}

@if(mask)
fn style_color(style: u32, color: vec3f) -> vec3f {
  return select(styles[style].rgb, color, styles[style].x < 0.0);
}
@else
fn style_color(style: u32, color: vec3f) -> vec3f {
  return color;
}

@if(mask)
fn style_opacity(style: u32) -> f32 {
  return styles[style].w;
}
@else
fn style_opacity(style: u32) -> f32 {
  return 1.0;
}

// The density of a volume for light: all that transport of light through it knows of its samples.

import package::cast::fused::fused_volumes::{fused, fused_material, is_in_box, position_in};
import package::cast::volume::labels::mask::{style_at, style_color, style_opacity};
import package::cast::volume::own_color::voxel_color;
import package::cast::volume::transfer::{HAS_GRADIENT_OPACITY, classify, gradient_opacity};
import package::cast::volume::gradient::sample_gradient;
import package::cast::volume::sample::{place_in_texture, sample_volume};
import package::cast::volume::volume_frame::{isosurfaces, volume};

// Half-spaces of the volume's index space that keep something: normal · index ≥ offset.
struct Cuts {
  count: u32,
  half_spaces: array<vec4f, MAX_HALF_SPACES>,
}

const MAX_HALF_SPACES = 58;

@group(0) @binding(47) var<uniform> cuts: Cuts;

// Same as in src/volume/grids/light-grid.ts.
const MAX_LIGHT_OPACITY = 0.98;

struct Density {
  color: vec3f,
  // Extinction of a unit of length.
  extinction: f32,
}

const EMPTY = Density(vec3f(0.0), 0.0);

// The density at a position that runs from 0 to 1 over the volume.
fn density_at(position: vec3f) -> Density {
  let index = position * volume.size - 0.5;
  for (var cut = 0u; cut < cuts.count; cut += 1u) {
    if dot(cuts.half_spaces[cut].xyz, index) < cuts.half_spaces[cut].w {
      return EMPTY;
    }
  }
  @if(!fused) return first_density(position);
  @else return add_fused(first_density(position), position);
}

// Other volumes have units of length of their own.
fn add_fused(first: Density, position: vec3f) -> Density {
  var all = first;
  for (var n = 0u; n < fused.count; n += 1u) {
    let material = fused_material(n, position_in(n, position)).material;
    let units = fused.volumes[n].opacity_exponent / volume.opacity_exponent;
    let extinction = units * extinction_of(material.w);
    if extinction > 0.0 {
      all.extinction += extinction;
      all.color = mix(all.color, material.rgb, extinction / all.extinction);
    }
  }
  return all;
}

fn first_density(position: vec3f) -> Density {
  @if(fused) if !is_in_box(place_in_texture(position)) { return EMPTY; }
  let style = style_at(position);
  if style == 0u { return EMPTY; }
  var material = material_at(position);
  @if(!isosurface) material = vec4f(style_color(style, material.rgb), material.w * style_opacity(style));
  return Density(material.rgb, extinction_of(material.w));
}

// The extinction from the volume's values alone, before masks, cuts and other volumes.
fn own_extinction(position: vec3f) -> f32 {
  return extinction_of(material_at(position).w);
}

fn extinction_of(opacity: f32) -> f32 {
  return -log(1.0 - min(opacity, MAX_LIGHT_OPACITY));
}

@if(!isosurface)
fn material_at(position: vec3f) -> vec4f {
  let texel = sample_volume(position);
  if texel < volume.visible_low || texel > volume.visible_high {
    return vec4f(0.0);
  }
  let classified = classify(texel);
  let material = vec4f(voxel_color(position, classified.rgb), classified.w);
  if !HAS_GRADIENT_OPACITY { return material; }
  return vec4f(material.rgb, material.w * gradient_opacity(length(sample_gradient(position))));
}
// The inside of an opaque isosurface is solid; translucent ones let all light through.
@else
fn material_at(position: vec3f) -> vec4f {
  let texel = sample_volume(position);
  if !isosurfaces { return vec4f(0.0, 0.0, 0.0, select(0.0, 1.0, texel >= volume.iso)); }
  var opacity = 0.0;
  for (var n = 0u; n < volume.iso_count; n += 1u) {
    let surface = volume.isosurfaces[n];
    if surface.opacity == 1.0 && texel >= surface.texel {
      opacity = 1.0;
    }
  }
  return vec4f(0.0, 0.0, 0.0, opacity);
}

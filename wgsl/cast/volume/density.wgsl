// How dense a volume is for light: what transport of light through it knows of its samples.

@if(mask) import package::cast::volume::mask::{style_at, style_color, style_opacity};
@if(own_colors) import package::cast::volume::own_color::own_color;
@if(!isosurface) import package::cast::volume::transfer::classify;
@if(gradient_opacity) import package::cast::volume::transfer::gradient_opacity;
@if(gradient_opacity) import package::cast::volume::sample::sample_gradient;
import package::cast::volume::sample::sample_volume;
import package::cast::volume::volume_frame::volume;

// Half-spaces of the volume's index space that keep something: normal · index ≥ offset.
struct Cuts {
  count: u32,
  half_spaces: array<vec4f, MAX_HALF_SPACES>,
}

const MAX_HALF_SPACES = 58;

@group(0) @binding(47) var<uniform> cuts: Cuts;

// Same as in src/volume/light-grid.ts.
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
  @if(mask) let style = style_at(position);
  @if(mask) if style == 0u { return EMPTY; }
  var material = material_at(position);
  @if(mask && !isosurface) material = vec4f(style_color(style, material.rgb), material.w * style_opacity(style));
  return Density(material.rgb, -log(1.0 - min(material.w, MAX_LIGHT_OPACITY)));
}

@if(!isosurface)
fn material_at(position: vec3f) -> vec4f {
  let texel = sample_volume(position);
  if texel < volume.visible_low || texel > volume.visible_high {
    return vec4f(0.0);
  }
  @if(!own_colors) let material = classify(texel);
  @if(own_colors) let material = vec4f(own_color(position), classify(texel).w);
  @if(gradient_opacity) return vec4f(material.rgb, material.w * gradient_opacity(length(sample_gradient(position))));
  @if(!gradient_opacity) return material;
}
// The inside of an opaque isosurface is solid; translucent ones let all light through.
@if(isosurface && !isosurfaces)
fn material_at(position: vec3f) -> vec4f {
  return vec4f(0.0, 0.0, 0.0, select(0.0, 1.0, sample_volume(position) >= volume.iso));
}
@if(isosurfaces)
fn material_at(position: vec3f) -> vec4f {
  let texel = sample_volume(position);
  var opacity = 0.0;
  for (var n = 0u; n < volume.iso_count; n += 1u) {
    let surface = volume.isosurfaces[n];
    if surface.opacity == 1.0 && texel >= surface.texel {
      opacity = 1.0;
    }
  }
  return vec4f(0.0, 0.0, 0.0, opacity);
}

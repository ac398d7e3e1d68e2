// The colour and opacity of a sample, of all volumes together.

import package::cast::frame::image::image;
import package::cast::fused::fused_volumes::{fused, fused_material, fused_texel, is_in_box, position_in};
import package::cast::fused::mixture::{NO_MIXTURE, mixed};
import package::cast::fused::seen_through::{SeenThrough, see_through, sees_through};
import package::cast::volume::entry::opacity_of_length;
import package::cast::volume::labels::mask::{is_shown, style_at};
import package::cast::volume::material::{MaterialFrame, quarter_steps, scale_opacity, step_material};
import package::cast::volume::sample::{place_in_texture, sample_volume};
import package::cast::volume::shade::{shade_as, shade_cut};
import package::cast::volume::transfer::classify;
import package::cast::volume::volume_frame::volume;
import package::shared::blinn_phong::Lighting;

struct FusedSum {
  // Colour times opacity, and opacity.
  met: vec4f,
  through: SeenThrough,
}

// Composites a sample behind those in front of it. It stands for a number of steps, scaled where the ray enters visible matter.
fn put_fused_sample(sum: FusedSum, position: vec3f, frame: MaterialFrame, steps: f32, length: f32) -> FusedSum {
  let met = sum.met;
  if met.w >= image.opaque && !sees_through {
    return sum;
  }
  let first = first_layer(position, frame, steps);
  var mixture = mixed(NO_MIXTURE, first);
  var others = NO_MIXTURE;
  for (var n = 0u; n < fused.count; n += 1u) {
    let layer = fused_layer(n, position, frame.pixel, steps);
    mixture = mixed(mixture, layer);
    if sees_through { others = mixed(others, layer); }
  }
  var all = sum;
  all.met += (1.0 - met.w) * opacity_of_length(mixture.opacity, length) * vec4f(mixture.color, 1.0);
  if sees_through {
    let most = 1.0 - pow(fused.kept_of_step, steps);
    all.through = see_through(sum.through, met.w, first, others, mixture, most, length);
  }
  return all;
}

fn first_layer(position: vec3f, frame: MaterialFrame, steps: f32) -> vec4f {
  if !is_in_box(place_in_texture(position)) {
    return vec4f(0.0);
  }
  @if(mask) if style_at(position) == 0u { return vec4f(0.0); }
  let texel = sample_volume(position);
  if texel < volume.visible_low || texel > volume.visible_high {
    return vec4f(0.0);
  }
  let classified = classify(texel);
  if classified.w <= 0.0 {
    return vec4f(0.0);
  }
  let material = step_material(classified, position, frame);
  if (scale_opacity && !quarter_steps) || steps == 1.0 {
    return material;
  }
  // Weighted first, as `stretch` of wgsl/cast/modes/composite.wgsl has it, so that a single volume is bit-identical.
  let color = material.w * material.rgb / max(material.w, 1e-20);
  return vec4f(color, 1.0 - pow(max(1.0 - material.w, 0.0), steps));
}

fn fused_layer(n: u32, position: vec3f, pixel: vec2f, steps: f32) -> vec4f {
  let found = fused_material(n, position_in(n, position));
  let alpha = 1.0 - pow(max(1.0 - found.material.w, 0.0), fused.volumes[n].opacity_exponent * steps);
  let gain = fused.volumes[n].shading_gain;
  if alpha <= 0.0 || gain == 0.0 {
    return vec4f(found.material.rgb, alpha);
  }
  let own = fused.volumes[n];
  let lighting = Lighting(own.ambient, own.diffuse, own.specular, own.shininess);
  let lit = shade_as(lighting, gain, found.material.rgb, found.gradient, position, pixel);
  let with_cut = shade_cut(lit, lighting, gain, found.material.rgb, position, pixel);
  return vec4f(with_cut, alpha);
}

// Whether any volume may be visible at a position, by its transfer function.
fn is_any_visible(position: vec3f) -> bool {
  var is_visible = false;
  if is_in_box(place_in_texture(position)) {
    @if(mask) let is_there = is_shown(position);
    @if(!mask) let is_there = true;
    let texel = sample_volume(position);
    is_visible = is_there && texel >= volume.visible_low && texel <= volume.visible_high;
  }
  for (var n = 0u; n < fused.count && !is_visible; n += 1u) {
    let place = position_in(n, position);
    let texel = fused_texel(n, place);
    is_visible = is_in_box(place) && texel >= fused.volumes[n].visible_low && texel <= fused.volumes[n].visible_high;
  }
  return is_visible;
}

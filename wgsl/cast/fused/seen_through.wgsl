// The volumes after the first as they are seen where the first holds back no more of their light than the scene's depth says.

import package::cast::fused::mixture::{NO_MIXTURE, Mixture, mixed};
import package::cast::volume::entry::opacity_of_length;

// Whether the scene names such a depth.
override sees_through = false;

struct SeenThrough {
  // The light of the others: colour times opacity, and opacity.
  others: vec4f,
  // Share of it that is held back from here on.
  hidden: f32,
  // The part of the first volume in the composite of all.
  first: vec4f,
}

// Adds a sample of a length behind a composite of the opacity `met`: the first volume's colour and opacity, the others together, and all.
// At most the opacity `most` of the first counts for the others.
fn see_through(before: SeenThrough, met: f32, first: vec4f, others: Mixture, all: Mixture, most: f32, length: f32) -> SeenThrough {
  let limited = mixed(mixed(NO_MIXTURE, vec4f(first.rgb, min(first.w, most))), vec4f(others.color, others.opacity));
  let opacity = opacity_of_length(limited.opacity, length);
  let seen = (1.0 - before.hidden) * opacity * share_of(others, limited);
  let own = (1.0 - met) * opacity_of_length(all.opacity, length) * (1.0 - share_of(others, all));
  return SeenThrough(
    before.others + seen * vec4f(others.color, 1.0),
    before.hidden + (1.0 - before.hidden) * opacity,
    before.first + own * vec4f(first.rgb, 1.0),
  );
}

fn share_of(part: Mixture, whole: Mixture) -> f32 {
  return min(part.depth / max(whole.depth, 1e-20), 1.0);
}

// The colour times opacity, and opacity, of a ray whose composite of all has the opacity `composite`: the first volume is dimmed by what the
// others take of the pixel more than there.
fn combine_seen(through: SeenThrough, composite: f32) -> vec4f {
  let left = max(1.0 - (composite - through.first.w), 1e-6);
  return through.others + min((1.0 - through.others.w) / left, 1.0) * through.first;
}

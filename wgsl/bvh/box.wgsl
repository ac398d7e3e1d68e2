// Boxes along the axes. An empty box has its low corner beyond its high one, so that a union with it changes nothing.

struct Box {
  low: vec3f,
  high: vec3f,
}

const LARGEST = 0x1.fffffep+127f;

fn empty_box() -> Box {
  return Box(vec3f(LARGEST), vec3f(-LARGEST));
}

fn unite(a: Box, b: Box) -> Box {
  return Box(min(a.low, b.low), max(a.high, b.high));
}

fn is_empty(box: Box) -> bool {
  return box.low.x > box.high.x;
}

// Invocations of a subgroup by their lanes, up to 128.

enable subgroups;

alias Lanes = vec4u;

fn vote(yes: bool) -> Lanes {
  return subgroupBallot(yes);
}

fn first_lane(lanes: Lanes) -> u32 {
  for (var w = 0u; w < 4u; w += 1u) {
    if lanes[w] != 0u {
      return 32u * w + firstTrailingBit(lanes[w]);
    }
  }
  return 0u;
}

fn count_lanes(lanes: Lanes) -> u32 {
  let counts = countOneBits(lanes);
  return counts.x + counts.y + counts.z + counts.w;
}

fn lanes_below(lane: u32) -> Lanes {
  let word = vec4u(0u, 1u, 2u, 3u);
  let partial = vec4u((1u << (lane % 32u)) - 1u);
  return select(select(vec4u(0u), partial, word == vec4u(lane / 32u)), vec4u(0xffffffffu), word < vec4u(lane / 32u));
}

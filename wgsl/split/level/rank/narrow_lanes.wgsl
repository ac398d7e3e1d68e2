// Invocations of a subgroup by their lanes, where no subgroup has more than 32.

enable subgroups;

alias Lanes = u32;

fn vote(yes: bool) -> Lanes {
  return subgroupBallot(yes).x;
}

fn first_lane(lanes: Lanes) -> u32 {
  return firstTrailingBit(lanes);
}

fn count_lanes(lanes: Lanes) -> u32 {
  return countOneBits(lanes);
}

fn lanes_below(lane: u32) -> Lanes {
  return (1u << lane) - 1u;
}

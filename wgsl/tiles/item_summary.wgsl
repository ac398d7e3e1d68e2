// Summary of a frame's items.

struct ItemSummary {
  nearest: f32,
  farthest: f32,
  // Pairs of a tile and an item, rounded: there may be more of them than 32 bits count.
  pairs: f32,
  // Items that are not empty.
  items: u32,
}

override width = 64u;

var<workgroup> summaries: array<ItemSummary, width>;

fn summary_of_none() -> ItemSummary {
  return ItemSummary(3.4e38, -3.4e38, 0.0, 0u);
}

fn add_summary(a: ItemSummary, b: ItemSummary) -> ItemSummary {
  return ItemSummary(min(a.nearest, b.nearest), max(a.farthest, b.farthest), a.pairs + b.pairs, a.items + b.items);
}

// Sums over all invocations of the workgroup; the first one alone gets the result.
fn summarize_workgroup(local: u32, own: ItemSummary) -> ItemSummary {
  summaries[local] = own;
  workgroupBarrier();
  var summary = own;
  if local == 0u {
    for (var other = 1u; other < width; other += 1u) {
      summary = add_summary(summary, summaries[other]);
    }
  }
  return summary;
}

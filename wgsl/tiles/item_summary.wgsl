// Summary of a frame's items.

struct ItemSummary {
  nearest: f32,
  farthest: f32,
  // Pairs of a tile and an item, modulo 2³², and rounded to f32.
  pairs: u32,
  pairs_rounded: f32,
  // Items that are not empty.
  items: u32,
}

override width = 64u;

const ADDERS = 16u;
var<workgroup> summaries: array<ItemSummary, width>;

fn summary_of_none() -> ItemSummary {
  return ItemSummary(3.4e38, -3.4e38, 0u, 0.0, 0u);
}

fn add_summary(a: ItemSummary, b: ItemSummary) -> ItemSummary {
  return ItemSummary(
    min(a.nearest, b.nearest),
    max(a.farthest, b.farthest),
    a.pairs + b.pairs,
    a.pairs_rounded + b.pairs_rounded,
    a.items + b.items,
  );
}

// Sums over all invocations of the workgroup; only the first one gets the result. Large workgroups have two rounds: one invocation
// that adds alone takes long, and so does a barrier for each halving.
fn summarize_workgroup(local: u32, own: ItemSummary) -> ItemSummary {
  summaries[local] = own;
  workgroupBarrier();
  var summary = own;
  if width > ADDERS {
    if local < ADDERS {
      for (var other = local + ADDERS; other < width; other += ADDERS) {
        summary = add_summary(summary, summaries[other]);
      }
      summaries[local] = summary;
    }
    workgroupBarrier();
  }
  if local == 0u {
    for (var other = 1u; other < min(ADDERS, width); other += 1u) {
      summary = add_summary(summary, summaries[other]);
    }
  }
  return summary;
}

// How a scan cuts its values into blocks: one for a workgroup, or one for an invocation where barriers are dear.

struct Blocks {
  // Values to scan.
  length: u32,
  // Values of a block, a multiple of 4.
  size: u32,
}

struct Block {
  first: u32,
  end: u32,
}

@group(0) @binding(0) var<uniform> blocks: Blocks;

fn find_block(index: u32) -> Block {
  let first = min(index * blocks.size, blocks.length);
  return Block(first, min(first + blocks.size, blocks.length));
}

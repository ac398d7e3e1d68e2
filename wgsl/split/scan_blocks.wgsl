// How an exclusive scan cuts its values into blocks: a workgroup scans one, or an invocation does where barriers are dear.

struct Blocks {
  length: u32,
  // Values of a block.
  size: u32,
}

@group(0) @binding(0) var<uniform> blocks: Blocks;

struct Block {
  first: u32,
  end: u32,
}

fn block_at(index: u32) -> Block {
  let first = index * blocks.size;
  return Block(min(first, blocks.length), min(first + blocks.size, blocks.length));
}

// A tree that is there to be asked: a group of bindings of its own, which src/bvh/bvh.ts fills.

import package::bvh::slot_triangle::SlotTriangle;
import package::bvh::wide_node::WideNode;

// The first is the root.
@group(1) @binding(0) var<storage, read> nodes: array<WideNode>;
// Ordered as the leaves are.
@group(1) @binding(1) var<storage, read> slots: array<SlotTriangle>;

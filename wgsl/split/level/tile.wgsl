// The tile of items that a workgroup takes.

// Invocations of a workgroup: at least one a digit.
override width = 512u;
// One a digit.
override counters = 64u;
// Items of an invocation in a tile.
override rows = 10u;

// The offset from an item's place in the tile to its place in the output, by digits; it wraps around below 0.
var<workgroup> offsets: array<u32, counters>;

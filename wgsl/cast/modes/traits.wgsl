// Traits of the scene and of its mode that rays know.

// The mode also searches between neighbouring samples.
@if(isosurface) const COMPARES_SAMPLES = true;
@else const COMPARES_SAMPLES = false;
// A value stands for the whole ray, and has no depth: what surfaces there are, are in front of it.
@if(mip || average) const REDUCES_RAYS = true;
@else const REDUCES_RAYS = false;
@if(volume) const HAS_VOLUME = true;
@else const HAS_VOLUME = false;

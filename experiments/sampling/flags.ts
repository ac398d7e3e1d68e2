/** Flags that the runs of this experiment share: what is sampled, from how many viewpoints, and how often. */

export const SIZE_FLAGS = {
  software: { type: 'boolean', default: false },
  /** Voxels and pixels along each side. */
  side: { type: 'string', default: '1024' },
  image: { type: 'string', default: '1024' },
  views: { type: 'string', default: '8' },
} as const;

/** The numbers that `SIZE_FLAGS` and `rounds` give. */
export const parseSizes = (flags: Readonly<Record<'side' | 'image' | 'views' | 'rounds', string>>) => ({
  side: Number(flags.side),
  image: Number(flags.image),
  viewCount: Number(flags.views),
  rounds: Number(flags.rounds),
});

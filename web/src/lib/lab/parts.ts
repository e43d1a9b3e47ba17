/** What decides who wins, by the figures of a study that say how much. */
export const PARTS = ['cards', 'mixing', 'skill', 'seat'] as const;

/** placeholder until the real one arrives */
export const createProgress = (_t: number, _l: string) => ({ advance: () => undefined, stop: () => undefined });

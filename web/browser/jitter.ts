/** So that phones that lost the network together do not return together. */
export const jitter = (ms: number, part: number): number => ms * (1 - part + 2 * part * Math.random())

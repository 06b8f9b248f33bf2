/**
 * About this long: up to `part` of it more or less, so that a thousand phones that lost the network together do not all
 * come back in the same second.
 */
export const jitter = (ms: number, part: number): number => ms * (1 - part + 2 * part * Math.random())

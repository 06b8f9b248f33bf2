/** The same choices for the same seed. */
export function makeRandom(seed: number) {
  let state = seed
  /** In 0 to 1. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const upTo = (max: number) => Math.ceil(next() * max)
  return {
    next,
    upTo,
    chance: (share: number) => next() < share,
    oneOf: <T>(choices: readonly T[]): T => choices[upTo(choices.length) - 1] ?? choices[0]!,
  }
}

export type Random = ReturnType<typeof makeRandom>

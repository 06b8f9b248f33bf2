/** The keys of each jamo, in the order of Unicode. */
const CONSONANTS = 'r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g'.split(' ')
const VOWELS = 'k o i O j p u P h hk ho hl y n nj np nl b m ml l'.split(' ')
const LEADING = CONSONANTS.filter((keys) => keys.length === 1)
const TRAILING = CONSONANTS.filter((keys) => !'EQW'.includes(keys))

const KEYS: readonly (readonly [first: number, keys: readonly string[]])[] = [
  [0x1100, LEADING],
  [0x1161, VOWELS],
  [0x11a8, TRAILING],
  [0x3131, [...CONSONANTS, ...VOWELS]],
]

const keysOf = (jamo: string): string => {
  const at = jamo.charCodeAt(0)
  return KEYS.map(([first, keys]) => keys[at - first]).find(Boolean) ?? jamo
}

/** `5ㅋㅅㅇ22` is `5ztd22`, also joined to syllables. */
export const latinKeys = (text: string): string =>
  text.replace(/\p{Script=Hangul}+/gu, (typed) => Array.from(typed.normalize('NFD'), keysOf).join(''))

export type Strength = 'short' | 'weak' | 'fair' | 'strong'

const FEW_CHARACTERS = 6
const CLASSES = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

/** Mostly repeated or successive characters: `aaaaaaaaaaaa`, `123456789012`. */
function isRun(characters: readonly string[]): boolean {
  const steps = characters.filter(
    (character, i) => i > 0 && Math.abs(character.codePointAt(0)! - characters[i - 1]!.codePointAt(0)!) <= 1,
  )
  return steps.length > characters.length / 2
}

/** A hint while typing: length first, then variety. */
export function passwordStrength(password: string, least: number): Strength {
  if (password.length < least) return 'short'
  const characters = Array.from(password)
  if (new Set(characters).size < FEW_CHARACTERS || isRun(characters)) return 'weak'
  const classes = CLASSES.filter((one) => one.test(password)).length
  const points = Number(characters.length >= 16) + Number(characters.length >= 20) + (classes - 1)
  return points >= 3 ? 'strong' : points >= 1 ? 'fair' : 'weak'
}

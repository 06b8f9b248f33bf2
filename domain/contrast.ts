const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/

/** WCAG 2.2, criterion 1.4.3. */
export const CONTRAST_MIN = 4.5

export const DEFAULT_ACCENT = '#1d46e8'

/** WCAG ratio, 1 to 21, of lower-case `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright! + 0.05) / (dark! + 0.05)
}

export const carriesWhite = (colour: string): boolean => contrastWithWhite(colour) >= CONTRAST_MIN

export const contrastWithWhite = (colour: string): number => contrast(colour, '#ffffff')

/** WCAG, 0 to 1. */
function luminance(colour: string): number {
  const [red, green, blue] = HEX.exec(colour)!
    .slice(1)
    .map((part) => Number.parseInt(part, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

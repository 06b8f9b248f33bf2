export const MAX_PRESETS = 12

export const presetsOf = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

export const offeredReasons = (presets: readonly string[], last: string | null): string[] =>
  last === null ? [...presets] : [last, ...presets.filter((preset) => preset !== last)]

/** Replaces an offered reason; appends to typed text. */
export function withPreset(typed: string, preset: string, offered: readonly string[]): string {
  const text = typed.trim()
  return text === '' || offered.includes(text) ? preset : `${text}\n${preset}`
}

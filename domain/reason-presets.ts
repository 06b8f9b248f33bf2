/** More than a dialog can offer at a glance. */
export const MAX_PRESETS = 12

/** The reasons of a text with one a line, without blank lines and repetitions. */
export const presetsOf = (lines: string): string[] => [
  ...new Set(
    lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** The reasons as they are offered: the one that was used last first, also when it is none of the presets. */
export const offeredReasons = (presets: readonly string[], last: string | null): string[] =>
  last === null ? [...presets] : [last, ...presets.filter((preset) => preset !== last)]

/** The text of a reason once a preset is pressed: instead of another preset, below what somebody typed. */
export function withPreset(typed: string, preset: string, offered: readonly string[]): string {
  const text = typed.trim()
  return text === '' || offered.includes(text) ? preset : `${text}\n${preset}`
}

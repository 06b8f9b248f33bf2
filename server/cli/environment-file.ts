const COMMENT_OR_KEY = /[ \t\r\n]*(?:[#;][^\r\n]*|([^\r\n][^=\r\n]*)(=)?)/y
const QUOTED = /[ \t]*(?:'([^']*)'?|"((?:\\[^]|[^"\\])*)"?)/y
const PLAIN = /[ \t]*((?:\\[^]?|[^\\\r\n])*)/y

/** As systemd reads an EnvironmentFile=: quotes only at the start of a value, and nothing is expanded. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  let at = 0
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) at = pattern.lastIndex
    return match
  }
  for (let match = next(COMMENT_OR_KEY); match; match = next(COMMENT_OR_KEY)) {
    if (match[2] === undefined) continue
    let value = ''
    for (let part = next(QUOTED); part; part = next(QUOTED)) value += part[1] ?? withoutEscapes(part[2]!)
    value += endOf(next(PLAIN)![1]!)
    const key = match[1]!.trim()
    if (/^[A-Za-z_]\w*$/.test(key)) found[key] = value
  }
  return found
}

const withoutEscapes = (quoted: string) =>
  quoted.replace(/\\(?:(["\\`$])|\n)/g, (_all, kept = '') => String(kept))

/** Escaped spaces stay at the end. */
const endOf = (plain: string) =>
  /^((?:\\[^]?|[^\\])*?)[ \t]*$/
    .exec(plain)![1]!
    .replace(/\\([^]?)/g, (_all, kept: string) => kept.trim() || kept.replace(/[\r\n]/, ''))

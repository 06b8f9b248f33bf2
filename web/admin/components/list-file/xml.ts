/** Names without their namespace. */
export type Tag = { name: string; of: Readonly<Record<string, string | undefined>> }

type Handler = {
  open?: (tag: Tag) => void
  close?: (name: string) => void
  /** `within` is the innermost open tag. The reading beside a text (`rPh`) is left out. */
  text?: (text: string, within: string) => void
}

// No pattern reads past the next `<`, so parsing takes linear time for any input.
const TOKEN =
  /<[!?][^<>]*>|<(\/?)(?:[\w.-]+:)?([\w.-]+)(?=[\s/>])([^"'<>]*(?:"[^"<]*"[^"'<>]*|'[^'<]*'[^"'<>]*)*)>|([^<]+)/g
const ATTRIBUTE = /(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The part of XML that spreadsheets use: no entities of their own, no CDATA. */
export function readXml(xml: string, { open, close, text }: Handler): void {
  const within: string[] = []
  for (const [, end, name, attributes = '', content] of xml.matchAll(TOKEN)) {
    if (content !== undefined) {
      if (!within.includes('rPh')) text?.(unescapeXml(content), within[within.length - 1] ?? '')
    } else if (end) {
      within.pop()
      close?.(name!)
    } else if (name) {
      open?.({ name, of: attributesIn(attributes) })
      if (attributes.endsWith('/')) close?.(name)
      else within.push(name)
    }
  }
}

const attributesIn = (text: string): Tag['of'] =>
  Object.fromEntries(
    [...text.matchAll(ATTRIBUTE)].map(([, name, a, b]) => [name!, unescapeXml(a ?? b ?? '')]),
  )

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  if (!/[&_\r]/.test(text)) return text
  return (
    text
      .replaceAll('\r\n', '\n')
      .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name: string) => {
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
        return name ? (ENTITIES[name] ?? whole) : code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
      // Excel's own spelling of signs that XML lacks.
      .replaceAll(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  )
}

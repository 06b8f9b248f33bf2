const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export type Html = { readonly markup: string }

type Part = string | Html | readonly Html[]

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

function markupOf(part: Part): string {
  if (typeof part === 'string') return escaped(part)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

/** Escapes every text. */
export const html = (literals: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: String.raw({ raw: literals }, ...parts.map(markupOf)),
})

export const withBreaks = (text: string): Html => ({ markup: text.split('\n').map(escaped).join('<br>') })

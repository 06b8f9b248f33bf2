import { layoutPage } from './layout-page.ts'
import { AUTOMATIC, oneLine, type Letter } from './mail-content.ts'

/** The letter in the two forms in which a mail carries it. */
export const layout = (letter: Letter): { text: string; html: string } => ({
  text: plain(letter),
  html: layoutPage(letter),
})

function plain({ code, facts, reason, link, ...letter }: Letter): string {
  const paragraphs = [
    `[${oneLine(letter.event_name)}]`,
    letter.greeting,
    letter.sentence,
    code && `${code.label}: ${code.value}`,
    facts?.map(({ label, value }) => `${label}: ${oneLine(value)}`).join('\n'),
    reason && `${reason.label}:\n${reason.value.replace(/^/gm, '  ')}`,
    letter.next,
    link && `${link.label}: ${link.url}`,
    `문의: ${letter.contact_email}\n${AUTOMATIC}`,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

import { layoutPage } from './layout-page.ts'
import { AUTOMATIC, oneLine, type MailContent } from './mail-content.ts'

/** The letter in the two forms in which a mail carries it. */
export const layout = (content: MailContent): { text: string; html: string } => ({
  text: plain(content),
  html: layoutPage(content),
})

function plain({ code, facts, reason, link, ...content }: MailContent): string {
  const paragraphs = [
    `[${oneLine(content.event_name)}]`,
    content.greeting,
    content.sentence,
    code && `${code.label}: ${code.value}`,
    facts?.map(({ label, value }) => `${label}: ${oneLine(value)}`).join('\n'),
    reason && `${reason.label}:\n${reason.value.replace(/^/gm, '  ')}`,
    content.next,
    link && `${link.label}: ${link.url}`,
    `문의: ${content.contact_email}\n${AUTOMATIC}`,
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

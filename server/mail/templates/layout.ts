import { spacedCode } from '../../../domain/arrival.ts'
import { oneLine } from '../heading.ts'
import { replyAddress } from '../reply-address.ts'
import { layoutPage } from './layout-page.ts'
import {
  AUTOMATIC,
  BEFORE,
  LOCAL_TIME,
  PASS,
  SHOW_PASS,
  type Fact,
  type Link,
  type MailContent,
  type When,
} from './mail-content.ts'

export function layout(content: MailContent, public_url: string): { text: string; html: string } {
  const privacy = { label: '개인정보 안내', url: `${public_url}/privacy` }
  return { text: plain(content, privacy), html: layoutPage(content, privacy) }
}

function plain({ when, code, facts, pass, reason, message, ...content }: MailContent, privacy: Link): string {
  const contact = replyAddress(content.contact_email)
  const paragraphs = [
    when && timeLines(when),
    code && `${code.label}: ${code.value}`,
    content.headline,
    `${content.greeting} ${content.sentence}`,
    facts?.map(({ label, value }) => `${label}: ${oneLine(value)}`).join('\n'),
    pass && `${PASS}: ${spacedCode(pass.code)}\n${SHOW_PASS}`,
    reason && box(reason),
    message && box(message),
    content.next,
    content.link && lineOf(content.link),
    content.second_link && lineOf(content.second_link),
    [oneLine(content.event_name), contact && `문의: ${contact}`, AUTOMATIC, lineOf(privacy)]
      .filter(Boolean)
      .join('\n'),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

const timeLines = ({ date, range, before }: When) =>
  `${date}\n${unbroken(range)} (${LOCAL_TIME})${before ? `\n${BEFORE}: ${unbroken(before)}` : ''}`

const box = ({ label, value }: Fact) => `${label}:\n${value.replace(/^/gm, '  ')}`

const lineOf = ({ label, url }: Link) => `${label}: ${url}`

/** Mail programs do not wrap at these spaces. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

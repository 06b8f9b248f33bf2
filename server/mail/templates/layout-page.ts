import { html, withBreaks, type Html } from './html.ts'
import { AUTOMATIC, oneLine, type Fact, type MailContent } from './mail-content.ts'

const INK = '#0b1324'
const SECOND_INK = '#4a5468'
const LINE = '#dfe3ea'
const CANVAS = '#f4f6f9'
const PAPER = '#ffffff'
const ACTION = '#1d46e8'

const FONT =
  'font-family:Apple SD Gothic Neo,Noto Sans KR,Malgun Gothic,system-ui,sans-serif;word-break:keep-all;overflow-wrap:anywhere'
const BODY_TEXT = `${FONT};font-size:15px;line-height:1.6;color:${INK}`
const SMALL_TEXT = `${FONT};font-size:13px;line-height:1.6;color:${SECOND_INK}`

/**
 * A letter as a page that mail programs show alike: tables, inline styles, nothing fetched. Every text has its own
 * colour on a ground of its own, so that a program's dark mode can turn both and never only one.
 */
export function layoutPage(content: MailContent): string {
  const { code, facts, reason, link, headline } = content
  const card = html`
    <p style="margin:0 0 4px;${SMALL_TEXT}">${oneLine(content.event_name)}</p>
    <h1 style="margin:0 0 24px;${FONT};font-size:22px;line-height:1.35;color:${INK}">${headline}</h1>
    ${paragraph(content.greeting)}${paragraph(content.sentence)}${code ? codeBox(code) : []}${facts ? factTable(facts) : []}${reason ? reasonBox(reason) : []}${paragraph(content.next)}${link ? button(link) : []}${footer(content.contact_email)}
  `
  return html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light only" />
        <title>${headline}</title>
      </head>
      <body style="margin:0;background-color:${CANVAS}">
        ${table('', `padding:24px 12px;background-color:${CANVAS}`, table(CARD, 'padding:24px', card))}
      </body>
    </html> `.markup.replace(/\n\s+/g, '\n')
}

const CARD = `max-width:560px;background-color:${PAPER};border:1px solid ${LINE};border-top:4px solid ${ACTION};border-radius:10px`
const BOX = `margin:0 0 16px;background-color:${CANVAS};border:1px solid ${LINE};border-radius:10px`

const table = (style: string, cell: string, body: Html) => html`
  <table role="presentation" width="100%" align="center" cellpadding="0" cellspacing="0" style="${style}">
    <tr>
      <td style="${cell}">${body}</td>
    </tr>
  </table>
`

const paragraph = (text: string) => html`<p style="margin:0 0 16px;${BODY_TEXT}">${text}</p>`

const CODE_TEXT = `font-family:ui-monospace,Menlo,Consolas,monospace;font-size:30px;letter-spacing:6px;color:${INK}`

const codeBox = ({ label, value }: Fact) =>
  table(
    BOX,
    `padding:16px;text-align:center;${SMALL_TEXT}`,
    html`${label}<br /><strong style="${CODE_TEXT}">${value}</strong>`,
  )

const reasonBox = ({ label, value }: Fact) =>
  table(
    BOX,
    `padding:12px 16px;${BODY_TEXT}`,
    html`<span style="${SMALL_TEXT}">${label}</span><br />${withBreaks(value)}`,
  )

const RULE = `border-bottom:1px solid ${LINE}`

const factTable = (facts: readonly Fact[]) => html`
  <table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px;border-top:1px solid ${LINE}">
    ${facts.map(
      ({ label, value }) => html`
        <tr>
          <th
            scope="row"
            align="left"
            valign="top"
            width="92"
            style="padding:8px 12px 8px 0;font-weight:normal;${RULE};${SMALL_TEXT}"
          >
            ${label}
          </th>
          <td style="padding:8px 0;${RULE};${BODY_TEXT}">${oneLine(value)}</td>
        </tr>
      `,
    )}
  </table>
`

const LINK_TEXT = `${FONT};font-size:15px;font-weight:bold;color:${PAPER};text-decoration:none`

// The cell carries the padding: Outlook ignores that of a link.
const button = ({ label, url }: { label: string; url: string }) => html`
  <table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px">
    <tr>
      <td style="padding:12px 24px;background-color:${ACTION};border-radius:10px">
        <a href="${url}" style="${LINK_TEXT}">${label}</a>
      </td>
    </tr>
  </table>
`

const footer = (contact_email: string) =>
  html`<p style="margin:0;padding-top:16px;border-top:1px solid ${LINE};${SMALL_TEXT}">
    문의: <a href="mailto:${contact_email}" style="color:${ACTION}">${contact_email}</a><br />${AUTOMATIC}
  </p>`

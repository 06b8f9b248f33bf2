import { LOGO_PLACE } from '../event-face.ts'
import { spacedCode } from '../../../domain/arrival.ts'
import { oneLine } from '../heading.ts'
import { replyAddress } from '../reply-address.ts'
import { html, withBreaks, type Html } from './html.ts'
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
import { ACTION, CANVAS, INK, LINE, ON_ACTION, PAPER, PALETTES, SECOND_INK } from './mail-colours.ts'

const FONT =
  'font-family:Apple SD Gothic Neo,Noto Sans KR,Malgun Gothic,system-ui,sans-serif;word-break:keep-all;overflow-wrap:anywhere'
const BODY_TEXT = `${FONT};font-size:15px;line-height:1.6;color:${INK}`
const SMALL_TEXT = `${FONT};font-size:13px;line-height:1.6;color:${SECOND_INK}`

/**
 * Tables and inline styles, nothing fetched. Each text sets colour and background, so that automatic dark
 * modes invert both.
 */
export function layoutPage(content: MailContent, privacy: Link): string {
  const { when, code, facts, pass, reason, message, link, second_link, headline } = content
  const lead = when ? timeHeading(when) : code ? codeHeading(code) : null
  const card = html`
    ${LOGO_PLACE}${lead ?? []}${lead ? heading('h2', '8px', '18px', headline) : heading('h1', '16px', '22px', headline)}${paragraph(`${content.greeting} ${content.sentence}`)}${facts ? factTable(facts) : []}${pass ? passBox(pass) : []}${reason ? reasonBox(reason) : []}${message ? reasonBox(message) : []}${paragraph(content.next)}${link ? button(link) : []}${second_link ? quietLink(second_link) : []}${footer(content, privacy)}
  `
  return html`<!doctype html>
    <html lang="ko">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>${headline}</title>
        <style>
          ${PALETTES}
        </style>
      </head>
      <body class="canvas" style="margin:0;background-color:${CANVAS}">
        ${table('canvas', `background-color:${CANVAS}`, 'padding:16px 12px', table('paper', CARD, 'padding:24px 20px', card))}
      </body>
    </html> `.markup.replace(/\n\s+/g, '\n')
}

const CARD = `max-width:560px;background-color:${PAPER};border:1px solid ${LINE};border-top:4px solid ${ACTION};border-radius:10px`
const BOX = `margin:0 0 16px;background-color:${CANVAS};border:1px solid ${LINE};border-radius:10px`

const table = (name: string, style: string, cell: string, body: Html) => html`
  <table
    role="presentation"
    width="100%"
    align="center"
    cellpadding="0"
    cellspacing="0"
    class="${name}"
    style="${style}"
  >
    <tr>
      <td style="${cell}">${body}</td>
    </tr>
  </table>
`

const paragraph = (text: string) => html`<p class="ink" style="margin:0 0 16px;${BODY_TEXT}">${text}</p>`

const heading = (tag: 'h1' | 'h2', space: string, size: string, text: string) =>
  html`<${tag} class="ink" style="margin:0 0 ${space};${FONT};font-size:${size};line-height:1.35;color:${INK}">
    ${text}
  </${tag}>`

const LEAD = `margin:0 0 20px;padding:0 0 12px;border-bottom:1px solid ${LINE};${FONT};font-size:13px;line-height:1.3`

function timeHeading({ date, range, is_off, before }: When): Html {
  const [tone, colour] = is_off ? ['quiet', SECOND_INK] : ['ink', INK]
  const struck = (text: Html) => (is_off ? html`<s>${text}</s>` : text)
  const [start, end] = range.split(' ~ ')
  const times = html`${unbroken(start!)} ~ ${unbroken(end!)}`
  return html`<h1 class="${tone} rule" style="${LEAD};color:${colour}">
    <span style="font-size:20px">${struck(html`${date}`)}</span><br /><span style="${TIME_TEXT}"
      >${struck(times)}</span
    ><br />${ZONE}${before ? timeBefore(before) : []}
  </h1>`
}

const ZONE = html`<span class="quiet" style="font-weight:normal;${SMALL_TEXT}">${LOCAL_TIME}</span>`

const timeBefore = (before: string) =>
  html`<br /><span class="quiet" style="font-weight:normal;${SMALL_TEXT}">${BEFORE} <s>${before}</s></span>`

const TIME_TEXT = 'font-size:32px;letter-spacing:-0.5px'

const unbroken = (time: string) => html`<span style="white-space:nowrap">${time}</span>`

const CODE_TEXT =
  'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;letter-spacing:3px;white-space:nowrap'

const codeHeading = ({ label, value }: Fact) =>
  html`<h1 class="ink rule" style="${LEAD};color:${INK}">
    <span class="quiet" style="font-weight:normal;${SMALL_TEXT}">${label}</span><br /><span
      style="${CODE_TEXT}"
      >${value}</span
    >
  </h1>`

const reasonBox = ({ label, value }: Fact) =>
  table(
    'box',
    BOX,
    `padding:12px 16px;${BODY_TEXT}`,
    html`<span class="quiet" style="${SMALL_TEXT}">${label}</span><br /><span class="ink"
        >${withBreaks(value)}</span
      >`,
  )

/** Content-ID. */
export const QR_ID = 'arrival-qr'

// White in dark mode too: scanners expect dark on light.
const passBox = ({ code }: { code: string }) =>
  table(
    'box',
    BOX,
    `padding:16px;text-align:center;${BODY_TEXT}`,
    html`<img
        src="cid:${QR_ID}"
        alt=""
        width="176"
        height="176"
        style="display:block;margin:0 auto 12px;background-color:${PAPER}"
      /><span class="quiet" style="${SMALL_TEXT}">${PASS}</span><br /><span class="ink" style="${CODE_TEXT}"
        >${spacedCode(code)}</span
      ><br /><span class="quiet" style="${SMALL_TEXT}">${SHOW_PASS}</span>`,
  )

const RULE = `border-bottom:1px solid ${LINE}`

const factTable = (facts: readonly Fact[]) => html`
  <table
    width="100%"
    cellpadding="0"
    cellspacing="0"
    class="rule"
    style="margin:0 0 16px;border-top:1px solid ${LINE}"
  >
    ${facts.map(
      ({ label, value }) => html`
        <tr>
          <th
            scope="row"
            align="left"
            valign="top"
            width="84"
            class="quiet rule"
            style="padding:8px 12px 8px 0;font-weight:normal;${RULE};${SMALL_TEXT}"
          >
            ${label}
          </th>
          <td valign="top" class="ink rule" style="padding:8px 0;${RULE};${BODY_TEXT}">${oneLine(value)}</td>
        </tr>
      `,
    )}
  </table>
`

const LINK_TEXT = `${FONT};font-size:15px;font-weight:bold;color:${ON_ACTION};text-decoration:none`

// Outlook ignores the padding of links.
const button = ({ label, url }: Link) => html`
  <table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">
    <tr>
      <td class="action" style="padding:12px 24px;background-color:${ACTION};border-radius:10px">
        <a href="${url}" class="on-action" style="${LINK_TEXT}">${label}</a>
      </td>
    </tr>
  </table>
`

const quietLink = ({ label, url }: Link) =>
  html`<p style="margin:0 0 16px;${BODY_TEXT}">
    <a href="${url}" class="link" style="color:${ACTION}">${label}</a>
  </p>`

function footer({ event_name, contact_email }: MailContent, privacy: Link): Html {
  const contact = replyAddress(contact_email)
  return html`<p
    class="quiet rule"
    style="margin:0;padding-top:16px;border-top:1px solid ${LINE};${SMALL_TEXT}"
  >
    ${oneLine(event_name)}<br />${contact ? contactLine(contact) : []}${AUTOMATIC}<br /><a
      href="${privacy.url}"
      class="link"
      style="color:${ACTION}"
      >${privacy.label}</a
    >
  </p>`
}

const contactLine = (contact: string) =>
  html`문의: <a href="mailto:${contact}" class="link" style="color:${ACTION}">${contact}</a><br />`

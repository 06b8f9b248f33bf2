import { html, type Html } from './templates/html.ts'
import { ACTION, DARK_ACTION, PAPER } from './templates/mail-colours.ts'

/** Read when the mail is sent. */
export type MailFace = {
  accent_colour: string | null
  logo: { type: string; bytes: Buffer; width: number; height: number } | null
}

/** Content-ID: mail programs block remote pictures. */
export const LOGO_ID = 'event-logo'

/** Replaced by the logo, if any. */
export const LOGO_PLACE: Html = { markup: '<!--event-logo-->' }

const HEIGHT = 40
const WIDTH_MAX = 240

export function wearFace(page: string, { accent_colour, logo }: MailFace): string {
  const coloured = accent_colour
    ? page.replaceAll(ACTION, accent_colour).replaceAll(DARK_ACTION, accent_colour)
    : page
  return coloured.replace(LOGO_PLACE.markup, logo ? logoLine(logo).markup : '')
}

/** White behind it in dark mode: most logos are made for paper. */
function logoLine({ width, height }: { width: number; height: number }): Html {
  const scale = Math.min(HEIGHT / height, WIDTH_MAX / width)
  const [shownWidth, shownHeight] = [width, height].map((side) =>
    String(Math.max(1, Math.round(side * scale))),
  )
  return html`<p style="margin:0 0 16px">
    <img
      src="cid:${LOGO_ID}"
      alt=""
      width="${shownWidth!}"
      height="${shownHeight!}"
      style="display:block;padding:4px;background-color:${PAPER};border-radius:4px"
    />
  </p>`
}

import { html, type Html } from './templates/html.ts'
import { ACTION, DARK_ACTION, PAPER } from './templates/mail-colours.ts'

/** The event's colour and logo as they are when a mail leaves, however long it has waited. */
export type MailFace = {
  accent_colour: string | null
  logo: { type: string; bytes: Buffer; width: number; height: number } | null
}

/** The name of the picture inside the mail: programs fetch nothing from elsewhere without asking. */
export const LOGO_ID = 'event-logo'

/** The place of the logo in a page; it stays empty without one. */
export const LOGO_PLACE: Html = { markup: '<!--event-logo-->' }

const HEIGHT = 40
const WIDTH_MAX = 240

/** A page in the event's colour and with its logo. */
export function wearFace(page: string, { accent_colour, logo }: MailFace): string {
  const coloured = accent_colour
    ? page.replaceAll(ACTION, accent_colour).replaceAll(DARK_ACTION, accent_colour)
    : page
  return coloured.replace(LOGO_PLACE.markup, logo ? logoLine(logo).markup : '')
}

/** White behind it, also on a dark screen: most logos are made for paper. */
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

import { useMemo } from 'react'
import { renderSVG } from 'uqr'
import './qr-code.css'

/** Readers need this margin. */
const QUIET = 4

type Props = { text: string; name: string; small?: boolean }

/** A picture, because browsers that force a dark page invert drawings, but not pictures. */
export function QrCode({ text, name, small = false }: Props) {
  const picture = useMemo(() => encodeURIComponent(renderSVG(text, { border: QUIET })), [text])
  return (
    <img
      className="qr-code"
      data-small={small || undefined}
      src={`data:image/svg+xml,${picture}`}
      alt={name}
    />
  )
}

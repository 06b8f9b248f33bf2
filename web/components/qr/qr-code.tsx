import { useMemo } from 'react'
import { encode } from 'uqr'
import './qr-code.css'

/** Readers need this margin. */
const QUIET = 4

type Props = { text: string; name: string; small?: boolean }

export function QrCode({ text, name, small = false }: Props) {
  const { data, size } = useMemo(() => encode(text, { border: QUIET }), [text])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className="qr-code"
      data-small={small || undefined}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
    >
      <path d={path} />
    </svg>
  )
}

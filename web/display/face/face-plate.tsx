import { useState } from 'react'
import type { Face } from '../../../contract/face.ts'
import { figures } from '../../ui/figures.ts'
import './face-plate.css'

const AGAIN_MS = 60_000

/** On white, because a wall's colours mean the state of a room. */
export function FacePlate({ face: { accent_colour, logo }, name }: { face: Face; name: string }) {
  const [broken, setBroken] = useState<string>()
  const colour = accent_colour ?? ''
  const shown = logo?.hash === broken ? null : logo
  if (!shown && !(colour && name)) return null
  return (
    <span className="face-plate" style={{ color: colour, borderColor: colour }}>
      {shown ? (
        <img
          className="face-plate__logo"
          src={shown.path}
          width={shown.width}
          height={shown.height}
          alt={name}
          onError={() => {
            setBroken(shown.hash)
            setTimeout(setBroken, AGAIN_MS, undefined)
          }}
        />
      ) : (
        <bdi {...figures('face-plate__name')}>{name}</bdi>
      )}
    </span>
  )
}

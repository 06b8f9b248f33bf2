import { useState } from 'react'
import type { Face } from '../../../contract/face.ts'
import { figures } from '../../ui/figures.ts'
import './face-plate.css'

/** On white, because a wall's colours mean the state of a room. */
export function FacePlate({ face: { accent_colour, logo }, name }: { face: Face; name: string }) {
  const [broken, setBroken] = useState<string>()
  const colour = accent_colour ?? ''
  if (logo && logo.hash !== broken)
    return (
      <span className="face-plate" style={{ borderColor: colour }}>
        <img
          className="face-plate__logo"
          src={logo.path}
          width={logo.width}
          height={logo.height}
          alt={name}
          onError={() => setBroken(logo.hash)}
        />
      </span>
    )
  if (!colour || !name) return null
  return (
    <span className="face-plate" style={{ color: colour, borderColor: colour }}>
      <bdi {...figures('face-plate__name')}>{name}</bdi>
    </span>
  )
}

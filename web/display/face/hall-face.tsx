import type { PublicInfo } from '../../../contract/public-info.ts'
import { FacePlate } from './face-plate.tsx'
import './hall-face.css'

const HallFace = ({ info: { face } }: { info: PublicInfo }) => (
  <>
    {face.accent_colour && <span className="hall-face__edge" style={{ background: face.accent_colour }} />}
    {face.logo && (
      <span className="hall-face__logo">
        <FacePlate face={face} name="" />
      </span>
    )}
  </>
)
export default HallFace

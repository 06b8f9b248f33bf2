import { logoPath } from '../../../contract/logo-path.ts'
import './event-logo.css'

const EventLogo = ({ hash }: { hash: string }) => (
  <img className="event-sign__logo" src={logoPath(hash)} alt="" />
)
export default EventLogo

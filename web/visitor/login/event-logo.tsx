import { logoPath } from '../../../contract/logo-path.ts'
import './event-logo.css'

/** The event's own logo, beside its name: fetched only where there is one. */
const EventLogo = ({ hash }: { hash: string }) => (
  <img className="event-sign__logo" src={logoPath(hash)} alt="" />
)
export default EventLogo

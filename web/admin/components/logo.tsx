import icon from '../../icon.svg'
import './logo.css'

/** The product's sign and name; the name gives way where there is no room for it. */
export const Logo = () => (
  <span className="logo">
    <img className="logo__sign" src={icon} alt="" />
    <span className="logo__name">Fairslot</span>
  </span>
)

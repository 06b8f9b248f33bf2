import icon from '../../icon.svg'
import './logo.css'

export const Logo = () => (
  <span className="logo">
    <img className="logo__sign" src={icon} alt="" />
    <span className="strong logo__name">Fairslot</span>
  </span>
)

import type { ComponentProps } from 'react'
import { ToolIcon, type ToolIconName } from './tool-icon.tsx'
import './icon-button.css'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: ToolIconName
  name: string
  kind?: 'quiet' | 'danger'
}

export const IconButton = ({ icon, name, kind = 'quiet', type = 'button', ...rest }: Props) => (
  <button {...rest} type={type} className="icon-button" data-kind={kind} aria-label={name} title={name}>
    <ToolIcon name={icon} />
  </button>
)

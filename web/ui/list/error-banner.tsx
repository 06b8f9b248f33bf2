import { Button } from '../controls.tsx'
import './error-banner.css'
import { Icon } from '../icon.tsx'

type Props = {
  title: string
  text?: string
  onRetry: () => void
  retrying?: boolean
}

/** Shown above the data of the last success. */
export const ErrorBanner = ({ title, text, onRetry, retrying = false }: Props) => (
  <div className="error-banner" role="alert">
    <Icon name="alert" />
    <div className="grow">
      <p className="strong">{title}</p>
      {text && <p className="small">{text}</p>}
    </div>
    <Button size="small" onClick={onRetry} pending={retrying}>
      다시 시도
    </Button>
  </div>
)

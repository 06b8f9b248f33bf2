import { ApiTokens } from './api-tokens.tsx'
import { Webhooks } from './webhooks.tsx'
import './integrations.css'

/** The other programs that hear of reservations, or that may ask and act. */
export default function IntegrationsSection() {
  return (
    <div className="stack" data-gap="32">
      <Webhooks />
      <ApiTokens />
    </div>
  )
}

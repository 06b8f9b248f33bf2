import { ApiTokens } from './api-tokens.tsx'
import { Webhooks } from './webhooks.tsx'
import './integrations.css'

export default function IntegrationsSection() {
  return (
    <div className="stack" data-gap="32">
      <Webhooks />
      <ApiTokens />
    </div>
  )
}

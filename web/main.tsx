import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LATER, lazy } from './shell/lazy.tsx'
import { firstScreen, Routes } from './routes.tsx'
import { audienceOf } from './screens.ts'
import { isLeaving, watchSession } from './api/session.ts'
import { fetchUntilThere } from './browser/use-part.ts'

// No toast appears before the first action.
const LateToasts = lazy(() => import('./ui/toasts.tsx'), LATER)

// Wait briefly for the first screen, so that it appears whole.
const TIMEOUT_MS = 200

// The error boundary shows the failure.
const options = import.meta.env.PROD ? { onCaughtError: () => {} } : {}

const root = createRoot(document.getElementById('app')!, options)

async function start() {
  try {
    watchSession(audienceOf)
    if (isLeaving()) void import('./api/writes/pending-logout.ts').then(({ watchLogout }) => watchLogout())
  } catch {
    const { goWithout } = await import('./browser/missing-storage.ts')
    if (!goWithout(audienceOf(location.pathname))) return
  }
  await Promise.race([firstScreen, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))])
  root.render(
    <StrictMode>
      <Routes />
      <LateToasts />
    </StrictMode>,
  )
}

void start()
// So as not to compete for the first screen's bandwidth.
if (import.meta.env.PROD)
  addEventListener('load', () =>
    fetchUntilThere(
      () => import('./shell/after-load.ts'),
      ({ startAfterLoad }) => startAfterLoad(),
      { afterMs: 2_000 },
    ),
  )

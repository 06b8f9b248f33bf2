import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepAppLater } from './shell/keep-app.ts'
import { firstScreen, Routes } from './routes.tsx'
import { audienceOf } from './screens.ts'
import { isLeaving, watchSession } from './api/session.ts'
import { Toasts } from './ui/toasts.tsx'

// Long enough for a good network to bring the first screen whole, too short for anyone to look at an empty page.
const TIMEOUT_MS = 200

// The screen says what went wrong (web/shell/error-boundary.tsx), and the console stays silent.
const options = import.meta.env.PROD ? { onCaughtError: () => {} } : {}

const root = createRoot(document.getElementById('app')!, options)

async function start() {
  watchSession(audienceOf)
  await Promise.race([firstScreen, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))])
  root.render(
    <StrictMode>
      <Routes />
      <Toasts />
    </StrictMode>,
  )
}

void start()
if (isLeaving()) void import('./api/writes/pending-logout.ts').then(({ watchLogout }) => watchLogout())
if (import.meta.env.PROD) keepAppLater()

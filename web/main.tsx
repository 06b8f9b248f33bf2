import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstScreen, Routes } from './routes.tsx'
import { watchSession } from './session.ts'
import { Toasts } from './ui/toasts.tsx'

// Long enough for a good network to bring the first screen whole, too short for anyone to look at an empty page.
const PATIENCE_MS = 200

watchSession()

void Promise.race([firstScreen, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).then(() => {
  createRoot(document.getElementById('app')!).render(
    <StrictMode>
      <Routes />
      <Toasts />
    </StrictMode>,
  )
})

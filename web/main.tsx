import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepAppOnPhone } from './new-build.ts'
import { Routes } from './routes.tsx'
import { watchSession } from './session.ts'
import { Toasts } from './ui/toasts.tsx'

watchSession()
if (import.meta.env.PROD) keepAppOnPhone()

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <Routes />
    <Toasts />
  </StrictMode>,
)

import './styles/main.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Routes } from './routes.tsx'
import { watchSession } from './session.ts'
import { Toasts } from './ui/toasts.tsx'

watchSession()

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <Routes />
    <Toasts />
  </StrictMode>,
)

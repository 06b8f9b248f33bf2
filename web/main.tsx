import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './query.ts'
import { Routes } from './routes.tsx'
import { watchSession } from './session.ts'
import { Toasts } from './ui/toasts.tsx'

watchSession()

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Routes />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)

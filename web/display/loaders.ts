import type { ComponentType } from 'react'

export const loaders = import.meta.glob<{ default: ComponentType }>('./display/**/*-screen.tsx', {
  base: '../',
})

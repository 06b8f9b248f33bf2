import type { ComponentType } from 'react'

export const loaders = import.meta.glob<{ default: ComponentType }>('./day-sheet/**/*-screen.tsx', {
  base: '../',
})

import type { ComponentType } from 'react'

export const loaders = import.meta.glob<{ default: ComponentType }>('./admin/**/*-{screen,layout}.tsx', {
  base: '../',
})

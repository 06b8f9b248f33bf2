import type { ComponentType } from 'react'

/** How the screens in this folder are fetched, by their files below `web/`. */
export const loaders = import.meta.glob<{ default: ComponentType }>('./admin/**/*-{screen,layout}.tsx', {
  base: '..',
})

import { Drawing } from '../icon.tsx'

// Separate from icons that every phone loads.
const SHAPES = {
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l4.5 4.5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  edit: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  lock: 'M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
} as const

export type ToolIconName = keyof typeof SHAPES

export const ToolIcon = ({ name }: { name: ToolIconName }) => <Drawing shape={SHAPES[name]} />

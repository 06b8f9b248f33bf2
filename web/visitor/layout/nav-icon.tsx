import { Drawing } from '../../ui/icon.tsx'

// Separate, because the login shows no navigation.
const SHAPES = {
  calendar: 'M4 9h16M8 3v4M16 3v4M4 5h16v15H4Z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  leave: 'M14 4H5v16h9M10 12h10M17 8l4 4-4 4',
} as const

export type NavIconName = keyof typeof SHAPES

export const NavIcon = ({ name }: { name: NavIconName }) => <Drawing shape={SHAPES[name]} />

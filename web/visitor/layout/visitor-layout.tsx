import type { ReactNode } from 'react'

export default function VisitorLayout({ children }: { children: ReactNode }) {
  return children
}

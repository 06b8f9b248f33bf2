import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { getMember } from '../../../contract/admin/members.ts'
import { FROM_HERE, memberAddress } from './member-address.ts'
import { useMay } from './use-may.ts'

type Props = { id: number | null; onGo?: () => void; children: ReactNode }

/** Plain text without permission, for erased members, and on the member's own page. */
export function MemberLink({ id, onGo, children }: Props) {
  const [path] = useLocation()
  const may = useMay()
  if (id === null || !may(getMember) || memberAddress(id) === path) return children
  return (
    <Link to={memberAddress(id)} state={FROM_HERE} className="tap-text" onClick={onGo}>
      {children}
    </Link>
  )
}

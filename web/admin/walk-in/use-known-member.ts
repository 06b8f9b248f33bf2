import type { Member } from '../../../contract/member.ts'
import { isMemberPhone } from '../../../domain/phone.ts'
import { useMembers } from '../components/use-members.ts'
import { useSettled } from '../components/use-settled.ts'

const isWhole = { phone: isMemberPhone, email: (text: string) => /.@.+\../.test(text) }

/** Once the phone or e-mail is complete. */
export function useKnownMember(field: 'phone' | 'email', typed: string): Member | undefined {
  const settled = useSettled(typed.trim().toLowerCase())
  const { data } = useMembers({ search: settled }, { enabled: isWhole[field](settled) })
  return settled === typed.trim().toLowerCase()
    ? data?.results.find((each) => each[field] === settled)
    : undefined
}

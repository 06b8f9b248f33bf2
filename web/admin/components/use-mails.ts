import { useState } from 'react'
import { getAttention } from '../../../contract/admin/attention.ts'
import { listMails } from '../../../contract/admin/mails.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { isOnItsWay } from './mail-text.ts'
import { SOON_MS } from './resend-mail.ts'

export function useMails(query: CallInput<typeof listMails>['query']) {
  const [isSoon, setSoon] = useState(false)
  const poll = isSoon ? SOON_MS : POLL_MS
  const read = useRead(listMails, { query }, { poll, keepPrevious: true })
  const waits = read.data?.results.some(isOnItsWay) ?? false
  if (waits !== isSoon) {
    setSoon(waits)
    // The header's count need not wait for its poll.
    if (!waits) void refresh(getAttention)
  }
  return read
}

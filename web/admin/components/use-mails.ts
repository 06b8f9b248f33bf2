import { getAttention } from '../../../contract/admin/attention.ts'
import { listMails } from '../../../contract/admin/mails.ts'
import type { CallInput } from '../../../contract/endpoint.ts'
import { isOnItsWay } from './mail-text.ts'
import { usePolledSoon } from './use-polled-soon.ts'

export const useMails = (query: CallInput<typeof listMails>['query']) =>
  usePolledSoon(listMails, { query }, (data) => data?.results.some(isOnItsWay), [getAttention], true)

import { sql } from 'kysely'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import type { ListedMail, listMails } from '../../../contract/admin/mails.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import { foldTogether, hasWords, pageAt } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'

const PAGE = 50
const SAID = foldTogether(sql.ref('to_address'), sql.ref('subject'))

type Which = HandlerInput<typeof listMails>['query']

/** One page of mails without their texts, newest first, and how many there are. */
export async function findMails(
  db: Db,
  { page, search, status }: Which,
): Promise<{ count: number; results: ListedMail[] }> {
  const found = db
    .selectFrom('mails')
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(Boolean(search), (query) => query.where(hasWords(SAID, search!)))
  const { count } = await found.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const { limit, offset } = pageAt(page, PAGE)
  const rows = await found
    .select(['id', 'kind', 'to_address as to', 'subject', 'status', 'attempts', 'last_error as error'])
    .select(['created_at', 'sent_at', 'reservation_id'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const results = rows.map((row) => ({
    ...row,
    created_at: isoInMadrid(row.created_at.getTime()),
    sent_at: row.sent_at && isoInMadrid(row.sent_at.getTime()),
  }))
  return { count: Number(count), results }
}

/** True when there is such a mail, whatever became of it. */
export const isMail = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

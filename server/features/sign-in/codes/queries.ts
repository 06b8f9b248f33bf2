import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { Db } from '../../../database/transaction.ts'
import type { Attempt } from '../../../http/attempts.ts'
import { networksAround } from '../../../http/network.ts'

const WINDOW = 10 * 60_000
const MOST = 1_000

/** Codes that wait to be sent, and those that the widest network has asked for. */
export async function findFlood(
  db: Db,
  { kind, origin }: Pick<Attempt, 'kind' | 'origin'>,
  now: Instant,
): Promise<{ waiting: number; asked: number }> {
  const { rows } = await sql<{ waiting: number; asked: number }>`select
    (select count(*)::int from (select from mails where status = 'queued' and priority = 0 limit ${MOST}) as t) as waiting,
    (select count(*)::int from attempts where kind = ${kind} and origin like ${networksAround(origin).at(-1)}
      and at > ${new Date(now - WINDOW)}) as asked`.execute(db)
  return rows[0]!
}

import type { changeTiers as changeTiersCall } from '../../../../contract/admin/members.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { idsOf, inTransaction, type Db } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'
import { TIERS } from '../queries.ts'
import { isChanged } from './queries.ts'

const OTHERS_TEXT = '그사이 대상 회원이 달라졌습니다. 다시 확인한 뒤 변경해주세요.'

/** `changed_meanwhile` if the number of affected members differs from what the administrator confirmed. */
export const changeTiers = (
  db: Db,
  { user_ids, found, tier, expected_changes }: BodyOf<typeof changeTiersCall>,
  now: Instant,
): Promise<number[]> =>
  inTransaction(db, async (tx) => {
    const changed = await tx
      .updateTable('members')
      .set(TIERS[tier])
      .where('id', 'in', (members) =>
        members
          .selectFrom('members')
          .select('id')
          .where(isChanged(user_ids ? { ids: user_ids } : found!, tier))
          .orderBy('id')
          .forNoKeyUpdate(),
      )
      .returning('id')
      .execute()
    if (changed.length !== expected_changes) throw new AppError('changed_meanwhile', { text: OTHERS_TEXT })
    const ids = idsOf(changed).toSorted((a, b) => a - b)
    await enqueueEvent(tx, 'member.changed', ids, now)
    return ids
  })

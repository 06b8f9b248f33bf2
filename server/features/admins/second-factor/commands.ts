import type { AdminAccount, MyAdmin } from '../../../../contract/admin/accounts.ts'
import type { setUpSecondFactor } from '../../../../contract/admin/second-factor.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { isoRow } from '../../../database/iso-row.ts'
import { brokenConstraint, type Db } from '../../../database/transaction.ts'
import { AppError, orRefuse } from '../../../http/app-error.ts'
import { confirmOffer, makeRecoveryCodes, type Check } from '../codes/commands.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import type { KeyFor } from '../../../secret.ts'
import { endSessionsBut } from '../../sessions/commands.ts'
import { refuseWrongPassword, wrongField, type Asking } from '../passwords/commands.ts'
import { ACCOUNT_COLUMNS, getMyAccount } from '../queries.ts'

type WithCodes = { admin: MyAdmin; recovery_codes: string[] }

/** With the password: otherwise a passer-by could bind their own phone. Ends the account's other sessions. */
export async function setUp(
  db: Db,
  by: Asking,
  body: BodyOf<typeof setUpSecondFactor>,
  check: Check,
  now: Instant,
): Promise<WithCodes> {
  await refuseWrongPassword(db, by, { password: body.password, refusal: wrongField('password') }, now)
  const { admin, token } = by
  const confirmed = confirmOffer(admin, body, check)
  try {
    await db
      .insertInto('second_factors')
      .values({ admin_id: admin.id, ...confirmed })
      .execute()
  } catch (error) {
    throw brokenConstraint(error) === 'second_factors_pkey' ? new AppError('second_factor_exists') : error
  }
  await endSessionsBut(db, { admin_id: admin.id }, token)
  const recovery_codes = await makeRecoveryCodes(db, admin, check.keyFor)
  return { admin: await getMyAccount(db, admin), recovery_codes }
}

async function holdFactor(db: Db, id: number) {
  await db
    .selectFrom('second_factors')
    .select('admin_id')
    .where('admin_id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(orRefuse('second_factor_missing'))
}

export async function renewCodes(db: Db, admin: SignedInAdmin, keyFor: KeyFor): Promise<WithCodes> {
  await holdFactor(db, admin.id)
  const recovery_codes = await makeRecoveryCodes(db, admin, keyFor)
  return { admin: await getMyAccount(db, admin), recovery_codes }
}

export async function remove(db: Db, id: number): Promise<AdminAccount> {
  const account = await db
    .selectFrom('admins')
    .select(ACCOUNT_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(orRefuse('not_found'))
  await holdFactor(db, id)
  await db.deleteFrom('second_factors').where('admin_id', '=', id).execute()
  return isoRow({ ...account, has_second_factor: false })
}

/** Refuses an administrator without a second factor, who could not undo it afterwards. */
export async function writeRequirement(db: Db, admin: SignedInAdmin, second_factor_required: boolean) {
  if (second_factor_required) {
    const { second_factor, has_password } = await getMyAccount(db, admin)
    if (has_password && !second_factor)
      throw new AppError('second_factor_missing', { text: '내 계정에 2단계 인증을 먼저 설정해주세요.' })
  }
  await db.updateTable('settings').set({ second_factor_required }).execute()
}

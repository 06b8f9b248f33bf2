import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Instant } from '../../../../domain/madrid-time.ts'
import {
  isAppCode,
  plainCode,
  RECOVERY_ALPHABET,
  RECOVERY_CODES,
  RECOVERY_LENGTH,
  shownRecoveryCode,
} from '../../../../domain/second-factor.ts'
import type { Db } from '../../../database/transaction.ts'
import { seal, unseal, type KeyFor } from '../../../secret.ts'
import { AppError, invalid } from '../../../http/app-error.ts'
import { beginAttempt, FAILURE_WINDOW, forgetAttempts, type Attempt } from '../../../http/attempts.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { countRecoveryCodes } from './queries.ts'

export type Check = { keyFor: KeyFor; deviceTime: Instant }

const STEP_SECONDS = 30
/** Devices' clocks differ, and typing takes time. */
const TOLERATED_STEPS = 1
/** As RFC 4226 recommends. */
const KEY_BYTES = 20
const FAILURES = 5

const ownerOf = ({ id }: Pick<SignedInAdmin, 'id'>) => `admin ${id}`
const sealingKey = (keyFor: KeyFor) => keyFor('second factors')
const appOf = (key: Buffer, issuer?: string, label?: string) =>
  new TOTP({
    // Without it in the label the QR code is smaller.
    ...(issuer && { issuer, issuerInLabel: false }),
    ...(label && { label }),
    secret: new Secret({ buffer: new Uint8Array(key).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
  })

/** The time step of a valid code, or null. */
function stepOf(key: Buffer, code: string, at: Instant): number | null {
  const steps = appOf(key).validate({ token: code, timestamp: at, window: TOLERATED_STEPS })
  return steps === null ? null : Math.floor(at / 1000 / STEP_SECONDS) + steps
}

/** Sealed for the one account that may confirm it. */
export function offerKey(admin: SignedInAdmin, issuer: string, keyFor: KeyFor) {
  const key = randomBytes(KEY_BYTES)
  const app = appOf(key, issuer, admin.name)
  const offer = seal(sealingKey(keyFor), key, ownerOf(admin)).toString('base64url')
  return { key: app.secret.base32, url: app.toString(), offer }
}

/** Returns the sealed key and the time step of its code; refuses by field. */
export function confirmOffer(
  admin: SignedInAdmin,
  { offer, code }: { offer: string; code: string },
  { keyFor, deviceTime }: Check,
): { sealed_key: Buffer; last_step: number } {
  const sealed_key = Buffer.from(offer, 'base64url')
  const key = unseal(sealingKey(keyFor), sealed_key, ownerOf(admin))
  if (!key) throw invalid('offer', '인증 앱에 키를 다시 등록해주세요.')
  const last_step = stepOf(key, plainCode(code), deviceTime)
  if (last_step === null)
    throw invalid('code', '코드가 올바르지 않습니다. 인증 앱에 지금 표시된 코드를 입력해주세요.')
  return { sealed_key, last_step }
}

/** Keyed, so that codes cannot be found by trying all. */
const hashOfCode = (admin: Pick<SignedInAdmin, 'id'>, code: string, keyFor: KeyFor) =>
  createHmac('sha256', keyFor('recovery codes'))
    .update(`${ownerOf(admin)} ${code}`)
    .digest()

const randomCode = () =>
  Array.from({ length: RECOVERY_LENGTH }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join(
    '',
  )

export async function makeRecoveryCodes(db: Db, admin: SignedInAdmin, keyFor: KeyFor): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode)
  await db.deleteFrom('recovery_codes').where('admin_id', '=', admin.id).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ admin_id: admin.id, code_hash: hashOfCode(admin, code, keyFor) })))
    .execute()
  return codes.map(shownRecoveryCode)
}

/** Counted apart from passwords: a right password does not reset it. */
export const guessAtCodeOf = ({ id }: Pick<SignedInAdmin, 'id'>): Attempt => ({
  kind: 'admin_code',
  account: String(id),
  origin: 'anywhere',
  limits: [{ of: 'account', max: FAILURES, ms: FAILURE_WINDOW }],
})

const refused = (text: string) => new AppError('second_factor_failed', { text })

/** Consumes the code. Returns the number of recovery codes left if it was one, else null. */
export async function checkSecondFactor(
  db: Db,
  admin: SignedInAdmin,
  { code: typed, attempt }: { code: string | undefined; attempt: Attempt },
  { keyFor, deviceTime }: Check,
  now: Instant,
): Promise<number | null> {
  const factor = await db
    .selectFrom('second_factors')
    .select('sealed_key')
    .where('admin_id', '=', admin.id)
    .executeTakeFirst()
  if (!factor) return null
  if (typed === undefined) throw new AppError('second_factor_required')
  const key = unseal(sealingKey(keyFor), factor.sealed_key, ownerOf(admin))
  // With another secret recovery codes would fail too.
  if (!key)
    throw refused('이 서버에서는 2단계 인증을 확인할 수 없습니다. 서버 담당자에게 재설정을 요청해주세요.')
  await beginAttempt(db, attempt, now)
  const code = plainCode(typed)
  const left = isAppCode(code)
    ? await spendAppCode(db, admin, { code, key, deviceTime })
    : await spendRecoveryCode(db, admin, code, keyFor)
  await forgetAttempts(db, attempt)
  return left
}

type AppCode = { code: string; key: Buffer; deviceTime: Instant }

async function spendAppCode(db: Db, admin: SignedInAdmin, { code, key, deviceTime }: AppCode) {
  const step = stepOf(key, code, deviceTime)
  if (step === null) throw refused('코드가 올바르지 않습니다. 인증 앱에 지금 표시된 코드를 입력해주세요.')
  const used = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('admin_id', '=', admin.id)
    .where('last_step', '<', step)
    .executeTakeFirst()
  if (used.numUpdatedRows === 0n)
    throw refused('이미 사용한 코드입니다. 인증 앱에 다음 코드가 나타나면 입력해주세요.')
  return null
}

async function spendRecoveryCode(db: Db, admin: SignedInAdmin, code: string, keyFor: KeyFor) {
  const used = await db
    .deleteFrom('recovery_codes')
    .where('admin_id', '=', admin.id)
    .where('code_hash', '=', hashOfCode(admin, code, keyFor))
    .executeTakeFirst()
  if (used.numDeletedRows === 0n) throw refused('복구 코드가 올바르지 않거나 이미 사용되었습니다.')
  return countRecoveryCodes(db, admin)
}

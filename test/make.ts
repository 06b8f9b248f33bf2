import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { adminLogin } from '../contract/admin/login.ts'
import { login } from '../contract/login.ts'
import type { Member } from '../contract/member.ts'
import { slotTimes } from '../domain/slot.ts'
import type { Db } from '../server/database/transaction.ts'
import type { Role } from '../domain/role.ts'
import { nameKey } from '../domain/search-key.ts'
import { MEMBER_COLUMNS } from '../server/features/sign-in/queries.ts'
import { DOCENT_COLUMNS, ROOM_COLUMNS } from '../server/features/places/queries.ts'
import { at, TODAY, type Client, type TestApp } from './app.ts'

let serial = 0
const next = () => (serial += 1)

export function makeMember(db: Db, given: Partial<Member> = {}): Promise<Member> {
  const n = next()
  const member = {
    name: `방문자${n}`,
    email: `visitor${n}@example.com`,
    phone: `010-1000-${String(n).padStart(4, '0')}`,
    company_name: '한빛전자',
    position: '과장',
    ...given,
  }
  return db
    .insertInto('members')
    .values({ ...member, name_key: nameKey(member.name), created_at: new Date(at(TODAY, '07:00')) })
    .returning(MEMBER_COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function makeVisitor(
  app: Pick<TestApp, 'db' | 'client'>,
  given: Partial<Member> = {},
): Promise<{ member: Member; browser: Client }> {
  const member = await makeMember(app.db, given)
  const browser = app.client()
  await browser.ok(login, { body: { phone: member.phone, name: member.name } })
  return { member, browser }
}

export const PASSWORD = 'correct horse battery'
const passwordHash = hash(PASSWORD, { memoryCost: 1024, timeCost: 1 })

export async function makeAdmin(
  app: Pick<TestApp, 'db' | 'client' | 'now'>,
  name = `관리자${next()}`,
  role: Role = 'owner',
): Promise<{ name: string; password: string; browser: Client }> {
  await app.db
    .insertInto('admins')
    .values({
      name,
      role,
      password_hash: await passwordHash,
      created_at: new Date(app.now()),
      last_login_at: null,
    })
    .execute()
  const browser = app.client()
  await browser.ok(adminLogin, { body: { name, password: PASSWORD } })
  return { name, password: PASSWORD, browser }
}

export const makeEventDate = (db: Db, date = TODAY) =>
  db.insertInto('event_dates').values({ date }).returning(['id', 'date']).executeTakeFirstOrThrow()

type TierFlags = { is_vip?: boolean; is_vvip?: boolean }

/** Open to every tier by default. */
export const makeDocent = (db: Db, given: TierFlags & { name?: string } = {}) =>
  db
    .insertInto('docents')
    .values({ name: `도슨트${next()}`, language: '한국어', start_point: '안내 데스크', ...given })
    .returning(DOCENT_COLUMNS)
    .executeTakeFirstOrThrow()

/** For eight, open to every tier by default. */
export const makeRoom = (db: Db, given: TierFlags & { name?: string; size?: number } = {}) =>
  db
    .insertInto('rooms')
    .values({ name: `미팅룸${next()}`, floor: 2, size: 8, ...given })
    .returning(ROOM_COLUMNS)
    .executeTakeFirstOrThrow()

type Day = { id: number; date: string }

const makeSlots = (
  db: Db,
  day: Day,
  place: { docent_id: number } | { room_id: number },
  starts: string[],
  minutes: number,
) =>
  db
    .insertInto('slots')
    .values(
      starts.map((start) => {
        const { starts_at, ends_at, ...times } = slotTimes(day.date, start, minutes)!
        return {
          docent_id: null,
          room_id: null,
          ...place,
          ...times,
          starts_at: new Date(starts_at),
          ends_at: new Date(ends_at),
          event_date_id: day.id,
        }
      }),
    )
    .returning(['id', 'time', 'event_date_id'])
    .execute()

/** 25 minutes each. */
export const makeTourSlots = (db: Db, day: Day, docent: { id: number }, ...starts: string[]) =>
  makeSlots(db, day, { docent_id: docent.id }, starts, 25)

/** Ten minutes each. */
export const makeRoomSlots = (db: Db, day: Day, room: { id: number }, ...starts: string[]) =>
  makeSlots(db, day, { room_id: room.id }, starts, 10)

/** Allows their slots and the reservations themselves to be deleted. */
export const cancelAll = (db: Db) =>
  sql`with ended as (update reservations set status = 'CANCELLED', ended_at = null where holds returning id)
    update slots set reservation_id = null from ended where reservation_id = ended.id`.execute(db)

export const tourParty = { company: '한빛전자', name: '박지민', phone: '010-2345-6789', count: 3 }

export const meetingParty = { ...tourParty, title: '신제품 공급 협의', manager_name: '김도윤' }

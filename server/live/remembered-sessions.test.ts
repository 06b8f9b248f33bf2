import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePassword, deleteAdmin, listAdmins } from '../../contract/admin/accounts.ts'
import { listAudit } from '../../contract/admin/audit.ts'
import { addEventDate, deleteEventDate } from '../../contract/admin/event-dates.ts'
import { adminLogin, adminLogout } from '../../contract/admin/login.ts'
import { changeMember, changeTiers, deleteMember, deleteMembers } from '../../contract/admin/members.ts'
import { endMemberSessions } from '../../contract/admin/sessions.ts'
import { requireSecondFactor } from '../../contract/admin/second-factor.ts'
import { login } from '../../contract/login.ts'
import { getMyInfo, logout, type Member } from '../../contract/member.ts'
import { endOtherSessions } from '../../contract/sessions.ts'
import { startTestApp, TODAY, type Client, type TestApp } from '../../test/app.ts'
import { useStatementCount, useTestApp } from '../../test/fixture.ts'
import { makeAdmin, makeMember, makeVisitor, PASSWORD } from '../../test/make.ts'
import { type FindSession, type Owner, type Session, hashOf } from '../http/session.ts'
import type { EventStream } from './event-stream.ts'
import { makeRememberedSessions } from './remembered-sessions.ts'
import { makeSessionStreams } from './session-streams.ts'

describe('a session that a process remembers', () => {
  const here = useTestApp({ hears: true })
  const sent = useStatementCount(here)
  let there: TestApp
  let held: (() => void)[]
  let isHolding: boolean

  beforeAll(async () => {
    there = await startTestApp({
      database: { connectionString: here.connectionString, drop: () => Promise.resolve() },
    })
    // Hears no notifications, so it shows what its own writes invalidate.
    there.server.sessions.keep(true)
    const { sessions } = here.server
    const forget = sessions.forget.bind(sessions)
    here.server.sessions.forget = (owner) => {
      if (isHolding) held.push(() => forget(owner))
      else forget(owner)
    }
    // The first connection is heard; nothing is cached before.
    const { browser } = await makeVisitor(here)
    await vi.waitUntil(async () => (await statementsOf(browser)) === 0, { timeout: 10_000 })
  })
  beforeEach(() => {
    held = []
    isHolding = false
    there.setClock(TODAY, '08:00')
  })
  afterAll(() => there.stop())

  async function statementsOf(browser: Client) {
    const before = sent.statements
    await browser.ok(getMyInfo, {})
    return sent.statements - before
  }

  const asMember = async (browser: Client) => {
    const answer = await browser.send(getMyInfo, {})
    return answer.statusCode === 200 ? answer.json<Member>() : answer.statusCode
  }
  const asAdmin = async (browser: Client) => (await browser.send(listAdmins, {})).statusCode

  /**
   * Changes something there: it is seen there at once, here with the notification. Not before: nothing else
   * has invalidated it.
   */
  async function seen<Seen>(
    browser: Client,
    look: (browser: Client) => Promise<Seen>,
    change: () => Promise<unknown>,
  ) {
    const jar = Object.fromEntries(browser.jar)
    const [ofHere, ofThere] = [here.client(jar), there.client(jar)]
    const before = await look(ofHere)
    expect(await look(ofThere)).toEqual(before)
    held = []
    isHolding = true
    await change()
    const after = await look(ofThere)
    await expect.poll(() => held.length).toBeGreaterThan(0)
    expect(await look(ofHere)).toEqual(before)
    isHolding = false
    for (const forget of held) forget()
    // Each of many members has a notification of its own.
    await expect.poll(() => look(ofHere)).toEqual(after)
    return { before, after }
  }

  test('is read from the database once', async () => {
    const { browser } = await makeVisitor(here)
    expect([await statementsOf(browser), await statementsOf(browser)]).toEqual([1, 0])
  })

  test('ends with a logout in another one', async () => {
    const { browser } = await makeVisitor(here)
    const leave = () => there.client(Object.fromEntries(browser.jar)).ok(logout, {})
    expect(await seen(browser, asMember, leave)).toMatchObject({ after: 401 })
  })

  test('ends when its member’s eleventh begins in another process', async () => {
    const { browser, member } = await makeVisitor(here)
    const signIn = () => there.client().ok(login, { body: { phone: member.phone, name: member.name } })
    const signInTen = async () => {
      for (let count = 0; count < 10; count += 1) {
        here.passMinutes(1)
        there.passMinutes(1)
        await signIn()
      }
    }
    expect(await seen(browser, asMember, signInTen)).toMatchObject({ after: 401 })
  })

  test('has the tier and profile changed in another process', async () => {
    const { browser: admin } = await makeAdmin(there)
    const { browser, member } = await makeVisitor(here)
    const giveTier = () =>
      admin.ok(changeTiers, { body: { user_ids: [member.id], tier: 'vip', expected_changes: 1 } })
    expect(await seen(browser, asMember, giveTier)).toMatchObject({
      before: { is_vip: false },
      after: { is_vip: true },
    })
    const { id, ...body } = member
    const change = (given: Partial<Member>) => () =>
      admin.ok(changeMember, { params: { id: String(id) }, body: { ...body, ...given } })
    const hire = change({ company_name: '새 회사' })
    expect(await seen(browser, asMember, hire)).toMatchObject({ after: { company_name: '새 회사' } })
    expect(await seen(browser, asMember, change({ name: '새 이름' }))).toMatchObject({ after: 401 })
  })

  test('ends when another device of the member, or an administrator, ends it in another process', async () => {
    const { browser: admin } = await makeAdmin(there)
    const { browser, member } = await makeVisitor(here)
    const other = there.client()
    await other.ok(login, { body: { phone: member.phone, name: member.name } })
    const endOthers = () => other.ok(endOtherSessions, {})
    expect(await seen(browser, asMember, endOthers)).toMatchObject({ after: 401 })
    const mine = here.client(Object.fromEntries(other.jar))
    const endAll = () => admin.ok(endMemberSessions, { params: { id: String(member.id) } })
    expect(await seen(mine, asMember, endAll)).toMatchObject({ after: 401 })
  })

  test('stays remembered while its last use is written', async () => {
    const { browser } = await makeVisitor(here)
    expect(await statementsOf(browser)).toBe(1)
    here.passMinutes(1)
    await asMember(browser)
    await here.server.lastSeen.write()
    // A notification of the write would have come before this one.
    const { browser: next } = await makeVisitor(here)
    await seen(next, asMember, () => there.client(Object.fromEntries(next.jar)).ok(logout, {}))
    expect(await statementsOf(browser)).toBe(0)
  })

  test('ends when its member is deleted, one or hundreds at once', async () => {
    const { browser: admin } = await makeAdmin(there)
    const { browser, member } = await makeVisitor(here)
    const remove = () => admin.ok(deleteMember, { params: { id: String(member.id) }, body: {} })
    expect(await seen(browser, asMember, remove)).toMatchObject({ after: 401 })
    const { browser: another } = await makeVisitor(here)
    const removeAll = () => admin.ok(deleteMembers, { body: { delete_all: true } })
    expect(await seen(another, asMember, removeAll)).toMatchObject({ after: 401 })
  })

  test("of an administrator ends with a logout, another's password or the account", async () => {
    const [first, second] = [await makeAdmin(here), await makeAdmin(there)]
    const other = here.client()
    await other.ok(adminLogin, { body: { name: first.name, password: PASSWORD } })
    const mine = there.client(Object.fromEntries(other.jar))
    const replacePassword = () =>
      mine.ok(changePassword, { body: { current_password: PASSWORD, new_password: `new ${PASSWORD}` } })
    expect(await seen(first.browser, asAdmin, replacePassword)).toEqual({ before: 200, after: 401 })
    expect(await seen(other, asAdmin, () => mine.ok(adminLogout, {}))).toEqual({ before: 200, after: 401 })
    const third = await makeAdmin(here)
    const accounts = await second.browser.ok(listAdmins, {})
    const { id } = accounts.find(({ name }) => name === third.name)!
    const remove = () => second.browser.ok(deleteAdmin, { params: { id: String(id) } })
    expect(await seen(third.browser, asAdmin, remove)).toEqual({ before: 200, after: 401 })
  })

  test('of an administrator allows only the set-up once a second factor is required', async () => {
    const [has, lacks] = [await makeAdmin(there), await makeAdmin(here)]
    const setUp = (name: string) =>
      sql`insert into second_factors select id, 'x', 0 from admins where name = ${name}`.execute(there.db)
    await setUp(has.name)
    const require = (second_factor_required: boolean) => () =>
      has.browser.ok(requireSecondFactor, { body: { second_factor_required } })
    expect(await seen(lacks.browser, asAdmin, require(true))).toEqual({ before: 200, after: 403 })
    isHolding = true
    await setUp(lacks.name)
    expect(await asAdmin(lacks.browser)).toBe(200)
    await require(false)()
  })

  test('of an administrator counts at once after the first password is replaced', async () => {
    const { name, browser } = await makeAdmin(here)
    const setFirst = (must_change_password: boolean) =>
      there.db.updateTable('admins').set({ must_change_password }).where('name', '=', name).execute()
    await setFirst(true)
    expect(await asAdmin(browser)).toBe(403)
    isHolding = true
    await setFirst(false)
    expect(await asAdmin(browser)).toBe(200)
  })

  test('survives other sign-ins, but not a change of hundreds of members', async () => {
    const people = await Promise.all(Array.from({ length: 101 }, () => makeMember(there.db)))
    isHolding = true
    const heard: (Owner | 'all')[] = []
    const { sessions } = here.server
    const forget = sessions.forget.bind(sessions)
    here.server.sessions.forget = (owner) => void heard.push(owner)
    const change = (ids: number[]) =>
      sql`update members set position = position || '.' where id = any(${ids})`.execute(there.db)
    for (const { phone, name } of people.slice(0, 2))
      await there.client().ok(login, { body: { phone, name } })
    await change([people[0]!.id])
    await change(people.map(({ id }) => id))
    await expect.poll(() => heard).toEqual([{ member_id: people[0]!.id }, 'all'])
    here.server.sessions.forget = forget
  })

  test('expires by the request’s clock', async () => {
    const { browser } = await makeVisitor(here)
    expect(await asMember(browser)).toMatchObject({ is_vip: false })
    here.passMinutes(7 * 24 * 60)
    expect(await asMember(browser)).toBe(401)
  })

  test('is believed by no write', async () => {
    const { browser } = await makeVisitor(here)
    await asMember(browser)
    isHolding = true
    await there.client(Object.fromEntries(browser.jar)).ok(logout, {})
    expect((await browser.send(logout, {})).statusCode).toBe(401)
  })

  test('of an administrator is checked in the database before a write', async () => {
    const { browser } = await makeAdmin(here)
    await asAdmin(browser)
    isHolding = true
    await there.client(Object.fromEntries(browser.jar)).ok(adminLogout, {})
    expect(await asAdmin(browser)).toBe(200)
    expect((await browser.send(adminLogout, {})).statusCode).toBe(401)
  })

  test('of an administrator that has ended prevents a write, before other errors', async () => {
    const { browser } = await makeAdmin(here)
    await asAdmin(browser)
    isHolding = true
    await there.client(Object.fromEntries(browser.jar)).ok(adminLogout, {})
    const refusal = { status: 401, code: 'not_authenticated' }
    expect(await browser.refused(addEventDate, { body: { date: '2026-12-24' } })).toMatchObject(refusal)
    expect(await here.db.selectFrom('event_dates').where('date', '=', '2026-12-24').execute()).toEqual([])
    expect(await browser.refused(deleteEventDate, { body: { date: '2026-12-30' } })).toMatchObject(refusal)
  })

  test('of an administrator who must now set up a second factor allows only logging out', async () => {
    const { browser } = await makeAdmin(here)
    await asAdmin(browser)
    isHolding = true
    await there.db.updateTable('settings').set({ second_factor_required: true }).execute()
    try {
      expect(await browser.refused(addEventDate, { body: { date: '2026-12-25' } })).toMatchObject({
        code: 'second_factor_setup_required',
      })
      await browser.ok(adminLogout, {})
    } finally {
      await there.db.updateTable('settings').set({ second_factor_required: false }).execute()
    }
  })

  test('of a renamed administrator writes under the new name', async () => {
    const { browser, name } = await makeAdmin(here)
    await asAdmin(browser)
    isHolding = true
    await there.db
      .updateTable('admins')
      .set({ name: `${name} 둘` })
      .where('name', '=', name)
      .execute()
    await browser.ok(addEventDate, { body: { date: '2026-12-26' } })
    const { results } = await browser.ok(listAudit, { query: {} })
    expect(results[0]).toMatchObject({ admin: `${name} 둘`, details: { date: '2026-12-26' } })
  })
})

describe('reading a session', () => {
  const owner = { member_id: 7 }
  const session = {
    audience: 'member',
    member: { id: 7 },
    owner,
    toDo: null,
    expires_at: 100,
  } as Session

  function make() {
    const asked: ((found: Session | undefined) => void)[] = []
    const read: FindSession = () => new Promise((resolve) => void asked.push(resolve))
    const sessions = makeRememberedSessions(read)
    sessions.keep(true)
    const find = (token = 'token') => sessions.find('member', token, 0)
    return { asked, sessions, find }
  }

  test.each([
    ['of its owner', (sessions: ReturnType<typeof make>['sessions']) => sessions.forget(owner)],
    ['of everybody', (sessions) => sessions.forget('all')],
    ['of the connection', (sessions) => (sessions.keep(false), sessions.keep(true))],
  ])('that began before an end %s and ends after it puts nothing back', async (_whose, end) => {
    const { asked, sessions, find } = make()
    const before = find()
    end(sessions)
    asked[0]!(session)
    await before
    void find()
    expect(asked).toHaveLength(2)
    asked[1]!(session)
    await expect.poll(() => sessions.knows('token', 0)).toBe(true)
    await find()
    expect(asked).toHaveLength(2)
  })

  test('is cached even if another session ends during the read, but never without a session', async () => {
    const { asked, sessions, find } = make()
    const [found, none] = [find(), find('no token')]
    sessions.forget({ member_id: 8 })
    sessions.forget({ admin_id: 7 })
    asked[0]!(session)
    asked[1]!(undefined)
    expect([await found, await none]).toEqual([session, undefined])
    expect([sessions.knows('token', 99), sessions.knows('token', 100)]).toEqual([true, false])
    void find('no token')
    expect(asked).toHaveLength(3)
  })

  test('is repeated each time while notifications fail', async () => {
    const { asked, sessions, find } = make()
    sessions.keep(false)
    for (const count of [1, 2]) {
      const found = find()
      asked.at(-1)!(session)
      expect(await found).toBe(session)
      expect(asked).toHaveLength(count)
    }
  })

  test('is limited in memory: the oldest is dropped', async () => {
    const { asked, sessions, find } = make()
    for (let count = 0; count <= 10_000; count += 1) {
      const found = find(String(count))
      asked[count]!(session)
      await found
    }
    expect(['0', '1', '10000'].map((token) => sessions.knows(token, 0))).toEqual([false, true, true])
  })
})

test('streams are checked in the database only if their session is not cached', async () => {
  const asked: (readonly string[])[] = []
  const known = new Set(['remembered'])
  const streams = makeSessionStreams({
    knows: (token) => known.has(token),
    findLive: (hashes) => {
      asked.push(hashes)
      return Promise.resolve(new Set([hashOf('forgotten').toString('hex')]))
    },
  })
  const closed: string[] = []
  const open = (token: string) => {
    const stream = { onClose() {}, close: () => void closed.push(token) } as unknown as EventStream
    streams.add(stream, token)
    return stream
  }
  const remembered = open('remembered')
  expect(await streams.keepLive([remembered])).toEqual(new Set([remembered]))
  expect(asked).toEqual([])
  const [forgotten, ended] = [open('forgotten'), open('ended')]
  expect(await streams.keepLive([remembered, forgotten, ended])).toEqual(new Set([remembered, forgotten]))
  expect([closed, asked[0]!.length]).toEqual([['ended'], 2])
  known.clear()
  await streams.endOver()
  expect(closed).toEqual(['ended', 'remembered', 'ended'])
})

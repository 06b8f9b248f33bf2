import { beforeEach, describe, expect, test } from 'vitest'
import { erasePersons } from '../../../../contract/admin/closing.ts'
import { beginNextEvent } from '../../../../contract/admin/next-event.ts'
import { importMembers } from '../../../../contract/admin/member-import.ts'
import { addMember, changeMember, changeTiers, deleteMembers } from '../../../../contract/admin/members.ts'
import { completeRegistration, requestCode, verifyEmail } from '../../../../contract/sign-up.ts'
import { webhookBody } from '../../../../contract/webhook.ts'
import { WEBHOOK_EVENTS } from '../../../../domain/webhook.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin, makeMember } from '../../../../test/make.ts'
import { useReceiver } from '../../../../test/webhook-receiver.ts'
import { findCode } from '../../../mail/templates/member-mails.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const receiver = useReceiver(app, admin)

const EVENTS = WEBHOOK_EVENTS.filter((event) => event.startsWith('member.'))
const guest = (serial: number) => ({
  name: `손님 ${serial}`,
  company_name: '한빛전자',
  position: '과장',
  phone: `010-3000-000${serial}`,
  email: `guest-${serial}@example.com`,
})
const flags = { is_vip: false, is_vvip: false }

beforeEach(async () => {
  await app.db.deleteFrom('members').execute()
})

/** Types and members, in the order in which they were sent. */
async function heard() {
  await receiver.tell()
  return receiver.received.map(({ body }) => [body.type, body.member!.id] as const)
}

const sorted = async () =>
  (await heard()).toSorted(
    ([type, id], [otherType, otherId]) => type.localeCompare(otherType) || id - otherId,
  )

describe('webhooks get an event of a member', () => {
  test('who signs up', async () => {
    await receiver.add(EVENTS)
    const [browser, { email, ...profile }] = [app.client(), guest(1)]
    await browser.ok(requestCode, { body: { email } })
    const code = findCode((await app.mails()).at(-1)!.text)!
    await browser.ok(verifyEmail, { body: { email, token: code } })
    const { user } = await browser.ok(completeRegistration, {
      body: { email, verificationCode: code, ...profile },
    })
    expect(await heard()).toEqual([['member.registered', user.id]])
    const { body } = receiver.received[0]!
    expect(webhookBody.parse(body)).toEqual(body)
    expect(body).toMatchObject({ change: null, reservation: null, member: user })
  })

  test('whom an administrator adds, changes and gives a tier, but not where nothing changes', async () => {
    await receiver.add(EVENTS)
    const { user } = await admin.ok(addMember, { body: { ...guest(1), ...flags } })
    const params = { id: String(user.id) }
    const changed = { ...guest(1), ...flags, position: '부장' }
    await admin.ok(changeMember, { params, body: changed })
    await admin.ok(changeMember, { params, body: changed })
    const tier = { user_ids: [user.id], tier: 'vip' as const, expected_changes: 1 }
    await admin.ok(changeTiers, { body: tier })
    expect(await heard()).toEqual([
      ['member.registered', user.id],
      ['member.changed', user.id],
      ['member.changed', user.id],
    ])
    expect(receiver.received[0]!.body.member, 'as it is now').toMatchObject({
      position: '부장',
      is_vip: true,
    })
  })

  test('who is in an imported file: one event for each', async () => {
    const known = await makeMember(app.db, {
      email: guest(1).email,
      phone: guest(1).phone,
      name: guest(1).name,
    })
    await receiver.add(EVENTS)
    const rows = [1, 2, 3].map((row) => ({ row, tier: 'VIP', ...guest(row) }))
    await admin.ok(importMembers, { body: { rows, mode: 'both' } })
    const types = await sorted()
    expect(types.map(([type]) => type)).toEqual(['member.changed', 'member.registered', 'member.registered'])
    expect(types[0]).toEqual(['member.changed', known.id])
  })

  test('who is erased, one or many: the number and nothing else, also in what waited', async () => {
    await receiver.add(EVENTS)
    const { user } = await admin.ok(addMember, { body: { ...guest(1), ...flags } })
    const other = await makeMember(app.db)
    await admin.ok(deleteMembers, { body: { user_ids: [user.id, other.id] } })
    expect(await sorted()).toEqual([
      ['member.erased', user.id],
      ['member.erased', other.id],
      ['member.registered', user.id],
    ])
    for (const { body } of receiver.received) expect(Object.keys(body.member!)).toEqual(['id'])
    const ofUser = receiver.received.filter(({ body }) => body.member!.id === user.id)
    expect(
      ofUser.map(({ body }) => body.type),
      'in order',
    ).toEqual(['member.registered', 'member.erased'])
  })

  test('in order: what comes later waits for what the receiver has not taken yet', async () => {
    await receiver.add(EVENTS)
    receiver.answer(503)
    const { user } = await admin.ok(addMember, { body: { ...guest(1), ...flags } })
    await receiver.tell()
    receiver.answer(200)
    const body = { ...guest(1), ...flags, position: '부장' }
    await admin.ok(changeMember, { params: { id: String(user.id) }, body })
    expect(await heard()).toEqual([['member.registered', user.id]])
    app.passMinutes(1)
    expect((await heard()).map(([type]) => type)).toEqual([
      'member.registered',
      'member.registered',
      'member.changed',
    ])
  })

  test('of an event that is over, when all persons are erased', async () => {
    await receiver.add(EVENTS)
    const members = [await makeMember(app.db), await makeMember(app.db)]
    app.setClock('2027-03-01', '09:00')
    const { browser } = await makeAdmin(app)
    await browser.ok(erasePersons, { body: { confirm: '삭제', erase_backups: false } })
    expect(await sorted()).toEqual(members.map(({ id }) => ['member.erased', id]))
  })

  test('who was erased while the receiver was down, also in the next event', async () => {
    await receiver.add(EVENTS)
    const { id } = await makeMember(app.db)
    app.setClock('2027-03-01', '09:00')
    const { browser } = await makeAdmin(app)
    receiver.answer(503)
    await browser.ok(erasePersons, { body: { confirm: '삭제', erase_backups: false } })
    await receiver.tell()
    const keeps = { keep_docents: true, keep_rooms: true, keep_times: true, keep_members: false }
    await browser.ok(beginNextEvent, {
      body: { event_name: '2027 가전 박람회', first_date: '2027-03-05', ...keeps, confirm: '삭제' },
    })
    receiver.answer(200)
    app.passMinutes(1)
    expect((await heard()).at(-1)).toEqual(['member.erased', id])
    expect(receiver.received).toHaveLength(2)
  })

  test('only if the change is kept', async () => {
    const { webhook } = await receiver.add(EVENTS)
    await makeMember(app.db, { email: guest(1).email })
    await admin.refused(addMember, { body: { ...guest(1), ...flags } })
    expect(await receiver.deliveriesOf(webhook)).toEqual([])
  })
})

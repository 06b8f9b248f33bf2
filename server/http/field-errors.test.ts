import { expect, test } from 'vitest'
import { changePassword } from '../../contract/admin/accounts.ts'
import { planSlots } from '../../contract/admin/slot-plan.ts'
import { addRoom } from '../../contract/admin/places.ts'
import { useAdmin, useTestApp } from '../../test/fixture.ts'

const app = useTestApp()
const admin = useAdmin(app)

test('a program learns from a refusal what is wrong with each field, by a code beside its text', async () => {
  const body = { name: 'x'.repeat(200), floor: 0, size: 1_000, is_vip: 'yes', is_vvip: false }
  const { fields, field_codes } = await admin.refused(addRoom, { body: body as never })
  expect(field_codes).toEqual({ name: 'too_long', floor: 'too_small', size: 'too_big', is_vip: 'invalid' })
  expect(Object.keys(fields!)).toEqual(Object.keys(field_codes!))
})

test('a field that is missing, empty or blank is required', async () => {
  const codesOf = async (body: object) => (await admin.refused(addRoom, { body: body as never })).field_codes
  expect(await codesOf({})).toMatchObject({ name: 'required', floor: 'required', size: 'required' })
  expect(await codesOf({ name: ' ', floor: 1, size: 1 })).toEqual({ name: 'required' })
  const plan = {
    kind: 'room',
    place_ids: [],
    event_date_ids: [1],
    interval_minutes: 10,
    duration_minutes: 10,
  }
  const windows = [{ start_time: '25:00', end_time: '10:00' }]
  const { field_codes } = await admin.refused(planSlots, { body: { ...plan, windows } as never })
  expect(field_codes).toEqual({ place_ids: 'required', 'windows.0.start_time': 'invalid' })
})

test('a field that a rule refuses later, such as a wrong password, is invalid', async () => {
  const body = { current_password: 'another password', new_password: 'a password of tomorrow' }
  const refused = await admin.refused(changePassword, { body })
  expect(refused).toMatchObject({ code: 'invalid_input', field_codes: { current_password: 'invalid' } })
})

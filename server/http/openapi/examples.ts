import { addDays, isoInMadrid, startOfDay } from '../../../domain/madrid-time.ts'
import type { Components, JsonSchema } from './json-schema.ts'

const HOUR = 3_600_000
/** PNG of one pixel. */
const IMAGE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** By field name or format; of lists by name with `[]`. */
const examplesOn = (date: string): Readonly<Record<string, unknown>> => ({
  build: 'index-Ab12Cd34',
  cancel_note: '일정이 변경되었습니다.',
  auth: 'tBHItJI5svbpez7KI4CCXg',
  code: '3f9ca17b20',
  company: '한빛전자',
  accent_colour: '#0b6b43',
  company_name: '한빛전자',
  count: 3,
  current_password: 'a long enough password',
  date,
  dates: date,
  'date-time': isoInMadrid(startOfDay(date) + 10 * HOUR),
  'dates[]': [date, addDays(date, 1)],
  dry_run: true,
  duration: 10,
  duration_minutes: 10,
  email: 'visitor@example.com',
  endpoint: 'https://fcm.googleapis.com/fcm/send/example',
  end_date: addDays(date, 3),
  end_time: '17:00',
  event_name: '트레이드쇼',
  feedback: '안내가 친절했습니다.',
  floor: 2,
  height: 1920,
  ids: '1,2,3',
  interval_minutes: 10,
  key: '9b1f2a401c514f0e8f3c3a1f2e5d7c11',
  language: '한국어',
  logo: IMAGE,
  manager_name: '김도윤',
  name: '박지민',
  new_password: 'a password of tomorrow',
  note: '휠체어 이용',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  password: 'a long enough password',
  offer: 'c2VhbGVkIGZvciBvbmUgYWNjb3VudA',
  page_size: 100,
  phone: '010-1234-5678',
  picture: IMAGE,
  plan: IMAGE,
  position: '과장',
  reason: '해당 시간에 내부 행사가 있습니다.',
  reminder_minutes: 20,
  request_alert_hours: 2,
  request_hours_from: '09:00',
  request_hours_until: '18:00',
  q: '한빛',
  search: '한빛',
  setup_url: 'https://stand.example.com/display/room/3#3f9ca17b20',
  size: 8,
  start_date: date,
  start_point: '1층 안내 데스크',
  start_time: '09:00',
  tier: '일반',
  time: '10:00',
  time_range: '10:00 ~ 10:30',
  title: '신제품 공급 협의',
  'to[]': [addDays(date, 1)],
  token: 'K7M2QX',
  url: 'https://gateway.example.com/fairslot',
  verificationCode: 'K7M2QX',
  width: 1080,
  heard: '0123456789abcdef',
  walls_off_from: '20:00',
  walls_off_until: '08:00',
})

/** Optional fields that replace another one, follow a refusal, or must equal what was shown. */
const ALTERNATIVES =
  /^(found|new_member|email|code|reservations|room_id|from|minutes|to(_\w+)?|expected|reservation_ids|replaces|time)$/

/** Dates are those of the day given, so that an example stays one. */
export function makeExampleOf(date: string, components: Components = {}) {
  const examples = examplesOn(date)
  const exampleOf = (schema: JsonSchema, name = ''): unknown => {
    const { properties, items, $ref } = schema
    const within = (part: JsonSchema, key = name) => exampleOf(part, key)
    if (typeof $ref === 'string') return within(components[$ref.split('/').at(-1)!]!)
    const type = [schema.type].flat().find((each) => each !== 'null')
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return schema.enum.includes(examples[name]) ? examples[name] : schema.enum[0]
    const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf
    if (variants) return within(variants.find((each) => each.type !== 'null') ?? {})
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(properties ?? {})
          .filter(([key]) => properties!['row'] || !ALTERNATIVES.test(key) || schema.required?.includes(key))
          .map(([key, part]) => [key, within(part, key)]),
      )
    if (type === 'array')
      return (items?.type === 'string' && examples[`${name}[]`]) || (items ? [within(items)] : [])
    if (typeof examples[name] === (type === 'integer' ? 'number' : type)) return examples[name]
    if (typeof schema.format === 'string' && schema.format in examples) return examples[schema.format]
    if (type === 'integer' || type === 'number') return Math.max(Number(schema.minimum ?? 1), 1)
    if (type === 'boolean') return false
    return type === 'string' ? '문자' : null
  }
  return exampleOf
}
export type ExampleOf = ReturnType<typeof makeExampleOf>

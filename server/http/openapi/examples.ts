import type { Components, JsonSchema } from './json-schema.ts'

/** By field name or format; of lists by name with `[]`. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  build: 'index-Ab12Cd34',
  cancel_note: '일정이 변경되었습니다.',
  code: '3f9ca17b20',
  company: '한빛전자',
  accent_colour: '#0b6b43',
  company_name: '한빛전자',
  count: 3,
  current_password: 'a password of today',
  date: '2026-11-21',
  'date-time': '2026-11-20T10:00:00+01:00',
  'dates[]': ['2026-11-21', '2026-11-22'],
  duration: 10,
  duration_minutes: 10,
  email: 'visitor@example.com',
  end_date: '2026-11-24',
  end_time: '17:00',
  event_name: '2025 트레이드쇼',
  feedback: '안내가 친절했습니다.',
  floor: 2,
  height: 1920,
  interval_minutes: 10,
  key: '9b1f2a401c514f0e8f3c3a1f2e5d7c11',
  language: '한국어',
  logo: 'iVBORw0KGgo=',
  manager_name: '김도윤',
  name: '박지민',
  new_password: 'a password of tomorrow',
  note: '휠체어 이용',
  password: 'a long enough password',
  offer: 'c2VhbGVkIGZvciBvbmUgYWNjb3VudA',
  phone: '010-1234-5678',
  picture: 'iVBORw0KGgo=',
  plan: 'iVBORw0KGgo=',
  position: '과장',
  reason: '해당 시간에 내부 행사가 있습니다.',
  reminder_minutes: 20,
  request_alert_hours: 2,
  request_hours_from: '09:00',
  request_hours_until: '18:00',
  setup_url: 'https://stand.example.com/display/room/3#3f9ca17b20',
  size: 8,
  start_date: '2026-11-21',
  start_point: '1층 안내 데스크',
  start_time: '09:00',
  time: '10:00',
  time_range: '10:00 ~ 10:30',
  title: '신제품 공급 협의',
  'to[]': ['2026-11-22'],
  token: 'K7M2QX',
  url: 'https://gateway.example.com/fairslot',
  verificationCode: 'K7M2QX',
  width: 1080,
  heard: '0123456789abcdef',
  walls_off_from: '20:00',
  walls_off_until: '08:00',
}

/** Optional fields that replace another one or follow a refusal. */
const ALTERNATIVES = /^(found|new_member|email|code|reservations|room_id|from|minutes|to(_\w+)?)$/

export function exampleOf(schema: JsonSchema, name = '', components: Components = {}): unknown {
  const { properties, items, $ref } = schema
  const within = (part: JsonSchema, key = name) => exampleOf(part, key, components)
  if (typeof $ref === 'string') return within(components[$ref.split('/').at(-1)!]!)
  const type = [schema.type].flat().find((each) => each !== 'null')
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.includes(EXAMPLES[name]) ? EXAMPLES[name] : schema.enum[0]
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (variants) return within(variants.find((each) => each.type !== 'null') ?? {})
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(([key]) => !ALTERNATIVES.test(key) || schema.required?.includes(key))
        .map(([key, part]) => [key, within(part, key)]),
    )
  if (type === 'array')
    return (items?.type === 'string' && EXAMPLES[`${name}[]`]) || (items ? [within(items)] : [])
  if (typeof EXAMPLES[name] === (type === 'integer' ? 'number' : type)) return EXAMPLES[name]
  if (typeof schema.format === 'string' && schema.format in EXAMPLES) return EXAMPLES[schema.format]
  if (type === 'integer' || type === 'number') return Math.max(Number(schema.minimum ?? 1), 1)
  if (type === 'boolean') return false
  return type === 'string' ? '문자' : null
}

import * as z from 'zod/mini'
import { SCREEN_NAME_MAX, SCREEN_ORDERS } from '../../domain/screen.ts'
import { wallTime } from './event-settings.ts'
import { endpoint } from '../endpoint.ts'
import { KEEPS_OTHERS, confirmation, email, id, line, textOrNull } from '../field.ts'

const screen = z.object({
  id,
  /** Null: named by room and size. */
  name: textOrNull,
  build: z.string(),
  width: z.int(),
  height: z.int(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  is_silent: z.boolean(),
  /** `lapsed`: the screen was away too long. */
  order: z.nullable(
    z.object({
      kind: z.enum(SCREEN_ORDERS),
      ordered_at: z.string(),
      heard_at: textOrNull,
      state: z.enum(['waiting', 'heard', 'lapsed']),
    }),
  ),
})
export type Screen = z.output<typeof screen>

const roomScreens = z.object({
  room: z.object({ id, name: z.string(), floor: z.int() }),
  /** Opens this room's board and registers the screen. */
  setup_url: z.string(),
  screens: z.array(screen),
})
export type RoomScreens = z.output<typeof roomScreens>

const alertSettings = z.object({
  /** Mails about ten minutes of silence. */
  alerts: z.boolean(),
  /** Null: the contact address. */
  alert_email: textOrNull,
  /** Madrid wall times of the nightly switch-off; null: never. */
  walls_off_from: textOrNull,
  walls_off_until: textOrNull,
})
export type ScreenAlerts = z.output<typeof alertSettings>

export const listScreens = endpoint({
  role: 'manager',
  path: '/api/admin/screens/',
  summary: "Each room's set-up link with its screens, and how silent screens are reported",
  response: z.object({
    ...alertSettings.shape,
    /** Silence is expected now. */
    are_walls_off: z.boolean(),
    /** The current web build; null if none is served. */
    build: textOrNull,
    rooms: z.array(roomScreens),
  }),
})

export const renameScreen = endpoint({
  role: 'manager',
  method: 'PUT',
  path: '/api/admin/screens/{id}/',
  summary: `Give a screen a name, or with null the one made of its room and size. ${KEEPS_OTHERS}`,
  body: z.object({
    name: z.nullable(line('이름을 입력해주세요.', SCREEN_NAME_MAX)),
    expected: z.optional(z.object({ name: textOrNull })),
  }),
  audit: { target: 'screen', keeps: ['name'] },
  response: z.extend(confirmation, { screen: z.object({ id, name: textOrNull }) }),
  errors: ['changed_meanwhile'],
})

export const orderScreens = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/screens/orders/',
  summary:
    'Order screens to show their names briefly or to reload; without `screen_ids` all. The latest order counts; it expires after ten minutes',
  body: z.object({
    order: z.enum(SCREEN_ORDERS),
    screen_ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(1000))),
  }),
  audit: { keeps: ['order', 'screen_ids', 'ordered'] },
  response: z.extend(confirmation, { ordered: z.int() }),
  errors: ['not_found'],
})

export const renewScreenCode = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/rooms/{id}/screen-code/',
  summary:
    'Give a room a new set-up link and end the old one: the screens that were set up with it leave the list. With `expected`, the old link, it replaces no newer one',
  body: z.object({ expected: z.optional(z.object({ setup_url: z.string() })) }),
  audit: { target: 'room', keeps: ['removed'] },
  response: z.extend(confirmation, { removed: z.int() }),
  errors: ['changed_meanwhile'],
})

export const removeScreen = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/screens/{id}/',
  summary: 'Take a screen off the list; one that is still on comes back by itself',
  audit: { target: 'screen' },
  response: z.extend(confirmation, { screen: z.object({ id }) }),
})

export const changeScreenAlerts = endpoint({
  role: 'owner',
  method: 'PUT',
  path: '/api/admin/screens/alerts/',
  summary: `Set whether, where and when silent screens are reported by mail; absent fields stay. ${KEEPS_OTHERS}`,
  body: z.object({
    alerts: z.optional(z.boolean()),
    alert_email: z.optional(z.nullable(email)),
    walls_off_from: z.optional(z.nullable(wallTime)),
    walls_off_until: z.optional(z.nullable(wallTime)),
    expected: z.optional(z.partial(alertSettings)),
  }),
  audit: { keeps: ['alerts', 'alert_email', 'walls_off_from', 'walls_off_until'] },
  response: z.extend(confirmation, { alerts: z.boolean(), settings: alertSettings }),
  errors: ['changed_meanwhile'],
})

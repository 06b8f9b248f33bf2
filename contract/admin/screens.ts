// The screens on the walls as administrators see them, apart from the calls of those screens.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idText } from '../field.ts'

const screen = z.object({
  id,
  build: z.string(),
  width: z.int(),
  height: z.int(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  is_silent: z.boolean(),
})
export type Screen = z.output<typeof screen>

const roomScreens = z.object({
  room: z.object({ id, name: z.string(), floor: z.int() }),
  /** Opened on a screen, it shows this room's board and lists the screen here. */
  setup_url: z.string(),
  screens: z.array(screen),
})
export type RoomScreens = z.output<typeof roomScreens>

export const listScreens = endpoint({
  audience: 'admin',
  method: 'GET',
  path: '/api/admin/screens/',
  summary: "Each room's set-up link and the screens that were set up with it, and whether silence is told",
  response: z.object({
    /** A mail to the contact address reports a screen that is silent for ten minutes. */
    alerts: z.boolean(),
    /** The build of the web app that screens are given now; null where none is served. */
    build: z.nullable(z.string()),
    rooms: z.array(roomScreens),
  }),
})

export const removeScreen = endpoint({
  audience: 'admin',
  method: 'DELETE',
  path: '/api/admin/screens/{id}/',
  summary: 'Take a screen off the list; one that is still on comes back by itself',
  params: z.object({ id: idText }),
  audit: { target: 'screen' },
  response: z.object({ message: z.string(), screen: z.object({ id }) }),
  errors: ['not_found'],
})

export const changeScreenAlerts = endpoint({
  audience: 'admin',
  method: 'PUT',
  path: '/api/admin/screens/alerts/',
  summary: 'Tell silent screens to the contact address, or do not',
  body: z.object({ alerts: z.boolean() }),
  audit: { keeps: ['alerts'] },
  response: z.object({ message: z.string(), alerts: z.boolean() }),
})

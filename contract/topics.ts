import * as z from 'zod/mini'
import { isDate } from '../domain/madrid-time.ts'
import { date, idText } from './field.ts'

/** Server-sent events; each names a changed topic. */
export const CHANGES_PATH = '/api/public/changes/'

const TOPICS = {
  /** Slots of one date. */
  schedule: date,
  /** A room's board. */
  room: idText,
  /** All rooms with today's free slots. */
  rooms: z.literal(''),
  /** A link's sheet of one date: `token.date`. */
  sheet: z.string().check(z.refine((sheet) => isDate(sheet.split('.')[1] ?? ''))),
  /** Orders to a room's screens. */
  screens: idText,
  /** The listening member's reservations. */
  mine: z.literal(''),
  /** The listening member's waiting list positions. */
  waits: z.literal(''),
} as const
export type TopicKind = keyof typeof TOPICS

/** Topics with separate content per member. */
export const OWN_TOPICS = ['mine', 'waits'] as const satisfies TopicKind[]
export type OwnTopic = (typeof OWN_TOPICS)[number]
/** Topics of answers to a member. */
export type MemberTopic = OwnTopic | `schedule:${string}`
export const isOwnTopic = (topic: string): topic is OwnTopic => OWN_TOPICS.some((own) => own === topic)

/** Such as `schedule:2026-11-20`, `room:3` or `mine`. */
export const topicOf = (kind: TopicKind, of: string | number = ''): string =>
  of === '' ? kind : `${kind}:${of}`

/** Null for an unknown kind. */
export function readTopic(topic: string): { kind: TopicKind; of: string } | null {
  const [kind, of = ''] = topic.split(/:(.*)/s)
  return Object.keys(TOPICS).includes(kind!) ? { kind: kind as TopicKind, of } : null
}

/** Checked once, when a stream begins. */
export function isTopic(topic: string): boolean {
  const read = readTopic(topic)
  return read !== null && TOPICS[read.kind].safeParse(read.of).success
}

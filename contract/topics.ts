import * as z from 'zod/mini'
import { date, idText } from './field.ts'

/** Where a browser listens: server-sent events, each naming one topic that has changed. */
export const CHANGES_PATH = '/api/public/changes/'

const TOPICS = {
  /** The times of one date. */
  schedule: date,
  /** One room's board. */
  room: idText,
  /** The list of rooms with what is free today. */
  rooms: z.literal(''),
  /** The orders that the screens beside one room were given. */
  screens: idText,
  /** The reservations of the member who listens. */
  mine: z.literal(''),
  /** Their places in waiting lines. */
  waits: z.literal(''),
} as const
export type TopicKind = keyof typeof TOPICS

/** The topics of which each member has their own. */
export const OWN_TOPICS = ['mine', 'waits'] as const satisfies TopicKind[]
export type OwnTopic = (typeof OWN_TOPICS)[number]
/** The names that stand for an answer to a member. */
export type MemberTopic = OwnTopic | `schedule:${string}`
export const isOwnTopic = (topic: string): topic is OwnTopic => OWN_TOPICS.some((own) => own === topic)

/** A topic as it stands in the address and in the events, such as `schedule:2026-11-20`, `room:3` or `mine`. */
export const topicOf = (kind: TopicKind, of: string | number = ''): string =>
  of === '' ? kind : `${kind}:${of}`

/** The two parts of a topic, or null when there is no such topic. */
export function readTopic(topic: string): { kind: TopicKind; of: string } | null {
  const [kind, of = ''] = topic.split(/:(.*)/s)
  const schema = Object.hasOwn(TOPICS, kind!) ? TOPICS[kind as TopicKind] : undefined
  return schema?.safeParse(of).success ? { kind: kind as TopicKind, of } : null
}

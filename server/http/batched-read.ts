import type { FastifyInstance } from 'fastify'
import { BATCHED, type BatchedName } from '../../contract/batch.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import type { Member } from '../../contract/member.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { route } from './route.ts'
import type { SerializedAnswer } from './serialized-answer.ts'

/** Answers what a member asks for without any input, at an instant. */
export type BatchedRead<Answer = unknown> = (
  member: Member,
  now: Instant,
) => Promise<SerializedAnswer<Answer>>

/** Serves a read by itself, and as a part of a batch. */
export function routeBatched<Name extends BatchedName>(
  app: FastifyInstance,
  name: Name,
  read: BatchedRead<ResponseOf<(typeof BATCHED)[Name]>>,
) {
  route(app, BATCHED[name], ({ member, now }) => read(member, now))
  app.batched.set(name, read)
}

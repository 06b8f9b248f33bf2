import type { FastifyReply, FastifyRequest } from 'fastify'
import { SerializedAnswer, type Encoding } from './serialized-answer.ts'

/** For files that programs poll. */
export class TaggedFile extends SerializedAnswer<never> {
  readonly type: string

  constructor(text: string, type: string) {
    super(text)
    this.type = type
  }
}

/** Not stored by default; callers may set another cache-control first. */
export async function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  file: TaggedFile,
  encoding: Encoding = 'identity',
) {
  reply.header('etag', file.etag(encoding))
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (request.headers['if-none-match']?.includes(file.tagStart)) return reply.status(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(file.type).send(await file.bytes(encoding))
}

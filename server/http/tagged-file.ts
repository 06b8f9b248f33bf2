import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** For files that programs poll. */
export class TaggedFile {
  readonly text: string
  readonly bytes: Buffer
  readonly type: string
  readonly tag: string

  constructor(text: string, type: string) {
    this.text = text
    this.bytes = Buffer.from(text)
    this.type = type
    this.tag = `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`
  }
}

/** Not stored by default; callers may set another cache-control first. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, { bytes, type, tag }: TaggedFile) {
  reply.header('etag', tag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (request.headers['if-none-match']?.includes(tag)) return reply.status(304).send()
  return reply.type(type).send(bytes)
}

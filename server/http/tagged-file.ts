import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that a program reads again and again, and has whole again only when it has changed. */
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

/** Answers with the file, or with 304 where the caller has exactly this. No shared cache keeps it, unless its headers say so. */
export function sendTagged(request: FastifyRequest, reply: FastifyReply, { bytes, type, tag }: TaggedFile) {
  reply.header('etag', tag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  if (request.headers['if-none-match']?.includes(tag)) return reply.status(304).send()
  return reply.type(type).send(bytes)
}

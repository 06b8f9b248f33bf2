import type { FastifyInstance } from 'fastify'
import { batchReads } from '../../../contract/batch.ts'
import { route } from '../../http/route.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'

export function batchRoutes(app: FastifyInstance) {
  route(app, batchReads, async ({ query, member, now }) => {
    const reads = [...new Set(query.of.split(','))].map(async (name) => {
      const answer = await app.batched.get(name)!(member, now)
      return `"${name}":{"etag":${JSON.stringify(answer.etag('identity'))},"answer":${answer.text}}`
    })
    const settled = await Promise.allSettled(reads)
    const parts = settled.flatMap((read) => (read.status === 'fulfilled' ? [read.value] : []))
    // One that fails is left out: asked for by itself, its failure is told, and the others are there. Of all, it is told here.
    if (parts.length === 0) await Promise.all(reads)
    return new SerializedAnswer(`{${parts.join()}}`)
  })
}

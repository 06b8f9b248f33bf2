import type { FastifyInstance } from 'fastify'
import { logoPath } from '../../../contract/logo-path.ts'
import { AppError } from '../../http/app-error.ts'
import { findLogo } from './queries.ts'

// Anybody may ask, and the database refuses some texts.
const HASH = /^[\da-f]{32}$/

/** The logo as a picture, which the address names by its bytes: another logo has another address. */
export function faceRoutes(app: FastifyInstance) {
  app.get<{ Params: { hash: string } }>(logoPath(':hash'), async ({ params }, reply) => {
    const logo = HASH.test(params.hash) ? await findLogo(app.db, params.hash) : undefined
    if (!logo) throw new AppError('not_found')
    // Opened by itself it is a picture and nothing else, whatever else its bytes could be read as.
    reply.type(logo.type).headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'content-disposition': 'inline',
    })
    return reply.send(logo.bytes)
  })
}

import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Reads JSON bodies. An empty one under a JSON content type counts as none: many clients send it so. */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      if (text === '') return undefined
      // Blank is no form either, but not the nothing that a call may give a meaning of its own.
      if (text.trim() === '') return null
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new AppError('invalid_json')
      }
    },
  )
}

import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** Reads JSON bodies. An empty one under a JSON content type counts as none: many clients send it so. */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      if (text.trim() === '') return undefined
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new AppError('invalid_json')
      }
    },
  )
}

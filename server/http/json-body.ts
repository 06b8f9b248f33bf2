import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

/** An empty JSON body counts as none: many clients send one. */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) => {
      if (text === '') return undefined
      // Blank is invalid, not absent.
      if (text.trim() === '') return null
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw new AppError('invalid_json')
      }
    },
  )
}

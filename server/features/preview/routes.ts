import type { FastifyInstance } from 'fastify'
import { getPreview } from '../../../contract/preview.ts'
import { route } from '../../http/route.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { findPreview } from './queries.ts'

export function previewRoutes(app: FastifyInstance) {
  route(app, getPreview, ({ now }) =>
    app.snapshots.get({ topic: 'bookings', key: 'preview' }, now, async () => {
      const { preview, valid_until } = await findPreview(app, now)
      return { answer: SerializedAnswer.of(preview), valid_until }
    }),
  )
}

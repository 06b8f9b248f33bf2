import type { FastifyInstance } from 'fastify'
import { copyDay, planSlots } from '../../../../contract/admin/slot-plan.ts'
import { route } from '../../../http/route.ts'
import { copyWholeDay, planManySlots, type Made } from './commands.ts'

function messageOf({ created, skipped }: Made, dry_run = false): string {
  const size = created.toLocaleString('ko')
  const left = skipped.toLocaleString('ko')
  const made = `가용 시간 ${size}개${dry_run ? '를 추가할 수 있습니다' : '가 추가되었습니다'}.`
  if (skipped === 0) return made
  return `${made} 겹치는 시간 등 ${left}개는 ${dry_run ? '건너뜁니다' : '건너뛰었습니다'}.`
}

export function slotPlanningRoutes(app: FastifyInstance) {
  route(app, planSlots, async ({ body, context }) => {
    const made = await planManySlots(context, body)
    const results = made.results.map(({ kind: _, ...result }) => result)
    return { message: messageOf(made, body.dry_run), ...made, results }
  })
  route(app, copyDay, async ({ body, context }) => {
    const made = await copyWholeDay(context, body)
    return { message: messageOf(made, body.dry_run), ...made }
  })
}

import type { FastifyInstance } from 'fastify'
import { listMembers } from '../../../contract/admin/members.ts'
import { searchEverything } from '../../../contract/admin/search.ts'
import { mayAct } from '../../../domain/role.ts'
import { route } from '../../http/route.ts'
import { findMembers } from '../members/queries.ts'
import { findPlaces, findReservations, MOST } from './queries.ts'

export function searchRoutes(app: FastifyInstance) {
  route(app, searchEverything, async ({ query: { q }, role, now }) => {
    const [members, reservations, places] = await Promise.all([
      role && mayAct(role, listMembers.role!) ? findMembers(app.db, { search: q }) : null,
      findReservations(app.db, q, now),
      findPlaces(app.db, q),
    ])
    return {
      members: members && { ...members, results: members.results.slice(0, MOST) },
      reservations,
      places,
    }
  })
}

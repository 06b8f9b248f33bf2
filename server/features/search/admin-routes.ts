import type { FastifyInstance } from 'fastify'
import { listMembers } from '../../../contract/admin/members.ts'
import { searchEverything } from '../../../contract/admin/search.ts'
import { mayAct } from '../../../domain/role.ts'
import { searchWords } from '../../../domain/search-key.ts'
import { route } from '../../http/route.ts'
import { findMembers } from '../members/queries.ts'
import { findPlaces, findReservations, MOST } from './queries.ts'

const NOTHING = { count: 0, results: [] }

export function searchRoutes(app: FastifyInstance) {
  route(app, searchEverything, async ({ query: { q }, role, now }) => {
    const seesMembers = role && mayAct(role, listMembers.role!)
    // Hyphens alone are no word, and a search without words finds everything.
    if (searchWords(q).length === 0)
      return { members: seesMembers ? NOTHING : null, reservations: NOTHING, places: NOTHING }
    const [members, reservations, places] = await Promise.all([
      seesMembers ? findMembers(app.db, { search: q }) : null,
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

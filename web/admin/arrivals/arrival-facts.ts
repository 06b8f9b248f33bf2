import type { Arrival } from '../../../contract/admin/arrivals.ts'
import type { Expected } from '../../../domain/arrival.ts'

export const expectedOf = ({ type, status, starts_at, ends_at, arrived_at }: Arrival): Expected => ({
  kind: type,
  status,
  starts_at: Date.parse(starts_at),
  ends_at: Date.parse(ends_at),
  arrived_at: arrived_at === null ? null : Date.parse(arrived_at),
})

import { ApiError } from '../../api/client.ts'

export const isEmptyDay = (failure: Error | null): boolean =>
  failure instanceof ApiError && failure.status === 404

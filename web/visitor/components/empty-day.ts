import { ApiError } from '../../api/client.ts'

/** True when the service answered that there is nothing on that day, in whatever words. */
export const isEmptyDay = (failure: Error | null): boolean =>
  failure instanceof ApiError && failure.status === 404

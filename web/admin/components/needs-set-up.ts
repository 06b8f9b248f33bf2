import { ApiError } from '../../api/client.ts'

/** True of the answer that a session is good for nothing before a second factor is set up. */
export const needsSetUp = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'second_factor_setup_required'

import { ApiError } from '../../api/client.ts'

export const needsSetUp = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'second_factor_setup_required'

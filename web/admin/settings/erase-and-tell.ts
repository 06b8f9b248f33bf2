import { ApiError } from '../../api/client.ts'
import { queryClient } from '../../api/reads/use-read.ts'
import { withToast } from '../components/with-toast.ts'

/** The refusal `done` counts as success: a colleague was faster. */
export async function eraseAndTell(write: () => Promise<{ message: string }>, failed: string, done: string) {
  try {
    await withToast(write, failed)
  } catch (failure) {
    if (!(failure instanceof ApiError && failure.code === done)) throw failure
  } finally {
    // Any cached answer may contain erased data.
    await queryClient.invalidateQueries()
  }
}

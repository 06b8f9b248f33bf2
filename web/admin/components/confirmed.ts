import { ApiError } from '../../api/client.ts'
import { makeStore } from './store.ts'

type Answer = (isConfirmed: boolean) => void

const asking = makeStore<Answer | null>(null)

/** Set while the password is asked for. */
export const usePasswordQuestion = asking.useValue

/** Asks for the password if the service wants it, then acts again. */
export async function confirmed<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (failure) {
    const isAsked = failure instanceof ApiError && failure.code === 'confirmation_required'
    if (!isAsked || !(await askPassword())) throw failure
    return act()
  }
}

function askPassword(): Promise<boolean> {
  asking.get()?.(false)
  return new Promise((resolve) => {
    asking.set((isConfirmed) => {
      asking.set(null)
      resolve(isConfirmed)
    })
  })
}

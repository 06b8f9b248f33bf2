import { fetchUntilThere } from '../browser/use-part.ts'

export const keepAppLater = (): void =>
  addEventListener('load', () =>
    fetchUntilThere(
      () => import('./keep-worker.ts'),
      ({ startKeeping }) => startKeeping(),
      // So as not to compete for the first screen's bandwidth.
      { afterMs: 2_000 },
    ),
  )

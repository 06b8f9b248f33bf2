import { ignoreSecondTaps } from '../browser/second-taps.ts'
import { startKeeping } from './keep-worker.ts'

export function startRest(): void {
  ignoreSecondTaps()
  startKeeping()
}

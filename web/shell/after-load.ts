import { ignoreSecondTaps } from '../browser/second-taps.ts'
import { startKeeping } from './keep-worker.ts'

export function startAfterLoad(): void {
  ignoreSecondTaps()
  startKeeping()
}

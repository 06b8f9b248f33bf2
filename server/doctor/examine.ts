import { setTimeout as sleep } from 'node:timers/promises'
import { readableFailure } from '../database/readable-failure.ts'
import { NotChecked, problem, type Finding } from './finding.ts'
import type { Installation } from './installation.ts'

/** Several findings are several lines. */
export type Checks = Readonly<Record<string, (at: Installation) => Promise<Finding | Finding[]>>>

const PATIENCE_MS = 20_000

/** All at once: a check that fails or hangs hides no other. */
export async function examine(checks: Checks, at: Installation): Promise<(Finding & { check: string })[]> {
  const found = Object.entries(checks).map(async ([check, run]) => {
    const late = sleep(PATIENCE_MS, problem('There is no answer.'), { ref: false })
    const failed = (error: unknown): Finding =>
      error instanceof NotChecked
        ? { state: 'not checked', text: error.message }
        : problem(readableFailure(error))
    const findings = await Promise.race([run(at), late]).catch(failed)
    return [findings].flat().map((finding) => ({ check, ...finding }))
  })
  return (await Promise.all(found)).flat()
}

export const lineOf = ({ check, state, text, cure }: Finding & { check: string }): string =>
  `${state.padEnd(11)}  ${check.padEnd(14)}  ${text}${cure === undefined ? '' : `\n${' '.repeat(29)}→ ${cure}`}`

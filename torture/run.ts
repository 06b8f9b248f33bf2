import { check } from './checker/check.ts'
import { makeClient } from './client.ts'
import { comeToRest, readEvidence } from './evidence.ts'
import { markOf, type Call, type Evidence, type Violation } from './history.ts'
import { openLookout } from './lookout.ts'
import { openEvent } from './opening.ts'
import { faultsOf, stepsOf, type FaultKind, type Role } from './plan.ts'
import type { Identity, Person } from './person.ts'
import { openStand, type Stand } from './stand.ts'
import { makeTrouble } from './trouble.ts'
import { weaken } from './weaken.ts'
import { takeStep } from './worker.ts'

const PEOPLE = { visitors: 16, administrators: 8 }

export type TortureOptions = {
  faults: readonly FaultKind[]
  processes: number
  /** An empty database that faults leave alone; absent: an own one. */
  database_url?: string | undefined
}

export type Verdict = {
  calls: Call[]
  evidence: Evidence
  /** Number of faults by kind. */
  faults: ReadonlyMap<string, number>
  violations: Violation[]
  seconds: number
  /** The servers' log. */
  output: string
}

export async function openTorture(options: TortureOptions) {
  const stand = await openStand(options)
  try {
    const client = makeClient(stand)
    return makeTorture(options, stand, client, await openEvent(stand, client, PEOPLE))
  } catch (error) {
    await stand.close()
    throw error
  }
}

type People = { visitors: Identity[]; administrators: Identity[] }

function makeTorture(
  { faults }: TortureOptions,
  stand: Stand,
  client: ReturnType<typeof makeClient>,
  { visitors, administrators }: People,
) {
  const made = new Map<string, number>()
  let round = 0
  let seconds = 0

  /** Runs a seed's plan, with faults unless `isCalm`. */
  async function play(seed: number, lasting: number, isCalm = faults.length === 0) {
    round += 1
    const began = performance.now()
    const isOver = () => performance.now() > began + lasting * 1_000
    const lookout = await openLookout(stand)
    const work = async (role: Role, own: Identity, worker: number) => {
      let count = 0
      const nextMark = () => markOf(round, worker, (count += 1))
      const person: Person = { client, view: lookout.view, role, own, who: own, caller: undefined, nextMark }
      const steps = stepsOf(seed, role, worker)
      while (!isOver()) await takeStep(person, steps.next().value)
    }
    await Promise.all([
      !isCalm && makeTrouble(stand, faultsOf(seed, faults), isOver, made),
      ...visitors.map((own, i) => work('visitor', own, i + 1)),
      ...administrators.map((own, i) => work('administrator', own, visitors.length + i + 1)),
    ])
    await lookout.close()
    seconds += (performance.now() - began) / 1_000
  }

  /** Waits for all work, then checks the result. */
  async function judge(): Promise<Verdict> {
    await comeToRest(stand)
    const evidence = await readEvidence(stand, faults.length > 0)
    const fallen = stand.servers.fallen.map((text) => ({ law: 'a server lives through faults', text }))
    const violations = [...fallen, ...check(client.calls, evidence)]
    return {
      calls: client.calls,
      evidence,
      faults: made,
      violations,
      seconds,
      output: stand.servers.output(),
    }
  }

  return { play, judge, weaken: () => weaken(stand.database), close: () => stand.close() }
}

import { batchedName, batchReads, type BATCHED, type BatchedName } from '../../../../contract/batch.ts'
import type { CallInput, Endpoint, ResponseOf } from '../../../../contract/endpoint.ts'
import { answeredTags } from '../../client.ts'
import { queryClient, readAlone } from '../use-read.ts'

// Reads that begin together begin some milliseconds apart, each by a timer of its own.
const GATHER_MS = 5

type Batched = (typeof BATCHED)[BatchedName]
type Answers = Record<string, { etag: string; answer: unknown } | undefined>
let names: Set<string> | undefined
let answers: Promise<Answers>

/** Makes a read, in one request with all others of this moment that a batch can hold. Fails for all when that fails. */
export const readTogether = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<ResponseOf<E>> => {
  const name = batchedName(endpoint)
  const part = name && (await gather(name))[name]
  if (!part) return readAlone(endpoint, input)
  answeredTags.set(endpoint.path, part.etag)
  return part.answer as ResponseOf<E>
}

// A program of before, which goes on for a moment beside the next one, knows no batches.
const readBatch = (of: string): Promise<Answers> =>
  readAlone(batchReads, { query: { of } }).catch((error: { status?: number }) => {
    if (error.status === 404) return {}
    throw error
  })

function gather(name: string) {
  if (!names) {
    const these = (names = new Set())
    answers = new Promise((resolve) =>
      setTimeout(() => {
        names = undefined
        // One alone is read at its own address, where the browser may have its last answer.
        resolve(these.size > 1 ? readBatch([...these].toSorted().join()) : {})
      }, GATHER_MS),
    )
  }
  names.add(name)
  return answers
}

/**
 * Reads what parts of a screen that come later will ask for, with what the screen itself reads in this moment: a phone then
 * asks once, and a part that comes has its answer.
 */
export function readAhead(...names: readonly BatchedName[]) {
  for (const name of names) {
    // Put together, because the declarations would bring all of their files along.
    const read = { audience: 'member', method: 'GET', path: `/api/user/${name}/` } as unknown as Batched
    void queryClient.prefetchQuery({
      queryKey: [read.path, {}],
      queryFn: () => readTogether(read, {}),
      meta: { isKept: true },
    })
  }
}

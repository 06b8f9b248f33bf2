import { batchedName, batchReads } from '../../../../contract/batch.ts'
import type { CallInput, Endpoint, ResponseOf } from '../../../../contract/endpoint.ts'
import { answeredTags } from '../../client.ts'
import { readAlone } from '../use-read.ts'

// Reads that begin together begin some milliseconds apart, each by a timer of its own.
const GATHER_MS = 5

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

function gather(name: string) {
  if (!names) {
    const these = (names = new Set())
    answers = new Promise((resolve) =>
      setTimeout(() => {
        names = undefined
        // One alone is read at its own address, where the browser may have its last answer.
        resolve(these.size > 1 ? readAlone(batchReads, { query: { of: [...these].toSorted().join() } }) : {})
      }, GATHER_MS),
    )
  }
  names.add(name)
  return answers
}

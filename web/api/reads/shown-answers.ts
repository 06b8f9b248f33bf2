import type { CallInput, Endpoint } from '../../../contract/endpoint.ts'
import { addressOf, onAnswered } from '../client.ts'
import { onForget } from '../session.ts'

// A browser's own cache keeps answers with their tags and asks with them; a page is told of the tag only with the answer.
const hashes = new Map<string, string>()

onAnswered((address, tag) => {
  // The rest of a tag names the encoding. A proxy that packs by itself makes a weak one of it.
  const hash = /"([\w-]+)-\w+"$/.exec(tag)?.[1]
  if (hash) hashes.set(address, hash)
  else hashes.delete(address)
})

onForget(() => hashes.clear())

/** The hash of the latest answer to a read, as the service knows it; undefined while there was none, or none with a tag. */
export const shownHash = <E extends Endpoint>(endpoint: E, input: CallInput<E>): string | undefined =>
  hashes.get(addressOf(endpoint, input))

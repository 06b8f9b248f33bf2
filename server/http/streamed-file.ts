import type { Readable } from 'node:stream'

/** Sent while it is made. */
export class StreamedFile {
  readonly name: string
  readonly type: string
  readonly bytes: Readable

  constructor(bytes: Readable, { name, type }: { name: string; type: string }) {
    this.bytes = bytes
    this.name = name
    this.type = type
  }
}

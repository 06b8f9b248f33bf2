import { createReadStream } from 'node:fs'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'

/** Half the time of the usual level, for a tenth more bytes. */
const LEVEL = 4

export type ArchiveWriter = { add: (name: string, content: Uint8Array) => Promise<void> }

/** Writes a .tar.gz to `target` while `fill` adds its files, none of which is large; ends the target. */
export async function writeArchive(
  target: Writable,
  modified: Date,
  fill: (archive: ArchiveWriter) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { readable, controller } = createTarPacker()
  const packed = Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0])
  const writing = pipeline(packed, createGzip({ level: LEVEL }), target, { ...(signal && { signal }) })
  // Heard where it is awaited below: until then it must not count as unheard.
  writing.catch(() => {})
  const add = async (name: string, content: Uint8Array) => {
    const body = controller
      .add({ name, size: content.length, mode: 0o600, mtime: modified, type: 'file' })
      .getWriter()
    await body.write(content)
    await body.close()
  }
  try {
    await fill({ add })
    controller.finalize()
  } catch (error) {
    controller.error(error)
    // The writing ends with the same failure, or with the one that caused it, such as a full disk.
    await writing
    throw error
  }
  await writing
}

export type ArchiveFile = { name: string; content: AsyncIterable<Uint8Array> }

/** The files of a .tar.gz, one after another; each has to be read to its end before the next. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveFile> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  const unzip = createGunzip({ chunkSize: 1 << 18 })
  const unzipping = pipeline(file, unzip)
  // A failure reaches the reader through the stream as well; here it is only kept from being unheard.
  unzipping.catch(() => {})
  const entries = (Readable.toWeb(unzip) as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  )
  for await (const { header, body } of entries) yield { name: header.name, content: body }
  await unzipping
}

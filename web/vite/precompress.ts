import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const WORTH_COMPRESSING = /\.(js|css|svg|html|webmanifest)$/

/** Compresses each built text file once, at the highest level. */
export const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle: {
    sequential: true,
    order: 'post',
    async handler({ dir }) {
      const names = await readdir(dir!, { recursive: true })
      await Promise.all(
        names.filter((name) => WORTH_COMPRESSING.test(name)).map((name) => compress(join(dir!, name))),
      )
    },
  },
}

async function compress(file: string) {
  const bytes = await readFile(file)
  // Which encoding of distances is the shortest depends on the file.
  const brotli = (postfix: number, direct: number) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
        [constants.BROTLI_PARAM_NDIRECT]: direct << postfix,
      },
    })
  const tries = await Promise.all(
    [0, 1, 2].flatMap((postfix) => [0, 8, 15].map((direct) => brotli(postfix, direct))),
  )
  await Promise.all([
    writeFile(`${file}.br`, tries.toSorted((a, b) => a.length - b.length)[0]!),
    writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 })),
  ])
}

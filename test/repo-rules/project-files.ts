import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SourceFile } from './rule.ts'

const root = resolve(import.meta.dirname, '../..')
/** The folders that are installed, built or left behind by a run. */
const NOT_OURS = ['.git', 'node_modules', 'dist', 'data', '.cache', 'test-results', 'playwright-report']

const readFiles = (folder: string): SourceFile[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry): SourceFile[] => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return folder === '' && NOT_OURS.includes(entry.name) ? [] : readFiles(path)
    const isText = /\.(ts|tsx|mjs|css|sql|json|md|service|conf|env)$|^(Containerfile|node|run)$/.test(
      entry.name,
    )
    return entry.isFile() ? [{ path, text: isText ? readFileSync(join(root, path), 'utf8') : '' }] : []
  })

/** Every file of the project, with its text unless it is a picture or the like. */
export const readProject = (): SourceFile[] => readFiles('')

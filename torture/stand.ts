import { startPostOffice } from '../test/post-office.ts'
import { openDatabase } from './database.ts'
import { makeServers } from './servers.ts'

/** Early enough that no slot ends within a run. */
const OPENS_AT = Date.parse('2026-11-20T06:00:00+01:00')

export type Stand = Awaited<ReturnType<typeof openStand>>

/** Servers on one database, and a mail server. */
export async function openStand(wanted: { processes: number; database_url?: string | undefined }) {
  const opened = performance.now()
  const now = () => OPENS_AT + performance.now() - opened
  const database = await openDatabase(wanted.database_url)
  const post = await openPost()
  const servers = makeServers(wanted.processes, { DATABASE_URL: database.url, SMTP_URL: post.url }, now)
  // Cleans up however this program exits.
  const endAll = () => {
    servers.abandon()
    database.abandon()
  }
  process.once('exit', endAll)
  // The first server creates the tables.
  for (let which = 0; which < servers.count; which += 1) await servers.start(which)
  return {
    database,
    post,
    servers,
    now,
    async close() {
      await servers.close()
      await post.close()
      await database.close()
      process.off('exit', endAll)
    },
  }
}

/** Keeps its address across outages. */
async function openPost() {
  let open = await startPostOffice()
  const arrived = [open.arrived]
  const { url } = open
  let isOpen = true
  return {
    url,
    arrived: () => arrived.flat().map(({ id, to }) => ({ id: id ?? '', to })),
    async close() {
      if (isOpen) await open.close()
      isOpen = false
    },
    async open() {
      if (isOpen) return
      open = await startPostOffice(() => null, Number(new URL(url).port))
      arrived.push(open.arrived)
      isOpen = true
    },
  }
}

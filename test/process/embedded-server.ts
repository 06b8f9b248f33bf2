// A server that does nothing but own the embedded database, for tests that kill it.
import { startEmbedded } from '../../server/embedded/embedded.ts'

const [dataDir, systemFolder] = process.argv.slice(2)

try {
  const embedded = await startEmbedded({
    dataDir: dataDir!,
    systemFolder: systemFolder!,
    log: (line) => console.log(`log ${line}`),
  })
  const alive = setInterval(() => {}, 60_000)
  process.once('SIGTERM', () => {
    clearInterval(alive)
    void embedded.stop()
  })
  // From this line on it may be ended.
  console.log(`ready ${JSON.stringify(embedded.connection)}`)
} catch (error) {
  console.log(`failed ${(error as Error).message}`)
}

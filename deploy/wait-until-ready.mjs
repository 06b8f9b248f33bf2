// node deploy/wait-until-ready.mjs URL [SECONDS]: succeeds as soon as URL answers 200.
// systemd sets MAINPID to the service's process: it fails at once if that has ended.
const [url, seconds = '60'] = process.argv.slice(2)
const deadline = performance.now() + Number(seconds) * 1000
const { MAINPID } = process.env

while (!(await answers())) {
  if (hasEnded()) fail('The service ended before it was ready. The lines above say why.')
  if (performance.now() > deadline) fail(`${url} was not ready within ${seconds} s`)
  await new Promise((resolve) => setTimeout(resolve, 100))
}

async function answers() {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    return answer.ok
  } catch {
    return false
  }
}

function hasEnded() {
  try {
    return MAINPID !== undefined && !process.kill(Number(MAINPID), 0)
  } catch {
    return true
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

// node deploy/wait-until-ready.mjs URL [SECONDS] [PID]: succeeds as soon as URL answers 200, and fails at once if
// the process has ended. An IPv6 address in URL needs no brackets.
const [given, seconds = '60', pid] = process.argv.slice(2)
const url = given.replace(/\/\/:(?!:)/, '//127.0.0.1:').replace(/\/\/([^[]*:.*)(?=:)/, '//[$1]')
const deadline = performance.now() + Number(seconds) * 1000

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
    return pid !== undefined && !process.kill(Number(pid), 0)
  } catch {
    return true
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

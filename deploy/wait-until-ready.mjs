// node deploy/wait-until-ready.mjs URL [SECONDS]: ends well as soon as the service answers that it is ready, else badly.
const [url, seconds = '60'] = process.argv.slice(2)
const deadline = performance.now() + Number(seconds) * 1000

while (!(await isReady())) {
  if (performance.now() > deadline) {
    console.error(`${url} was not ready within ${seconds} s`)
    process.exit(1)
  }
  await new Promise((resolve) => setTimeout(resolve, 100))
}

async function isReady() {
  try {
    const answer = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(5_000) })
    return answer.ok
  } catch {
    return false
  }
}

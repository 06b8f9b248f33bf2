// Marks arrivals with a code scanner that types each code and Enter. Node 20 or newer, without packages:
//
//   FAIRSLOT_URL=https://stand.example.com FAIRSLOT_TOKEN=fsl_... node badge-scanner.mjs
//
// The token has the scope "arrivals". Codes are those of tickets and confirmation mails: as text, or as the address in the QR code.
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { call, Refused } from './api.mjs'

const PAUSE_MS = 2000

/** The line for the person at the scanner. */
async function mark(code, at) {
  const { arrival } = await call('GET', `/api/admin/arrivals/find/?${new URLSearchParams({ code })}`)
  if (!arrival) return '알 수 없는 코드입니다.'
  const { id, start_time, place, name, count } = arrival
  const { message } = await call('POST', `/api/admin/reservations/${id}/arrival/`, { at })
  return `${message} ${start_time} ${place} ${name} ${count}명`
}

/** Without network the scan waits, and is later marked with the time at which it was made. */
async function markSoon(code, at) {
  for (;;)
    try {
      return await mark(code, at)
    } catch (error) {
      if (error instanceof Refused) return error.message
      console.error(`${error.message}. The code is sent again.`)
      await sleep(PAUSE_MS)
    }
}

for await (const line of createInterface({ input: process.stdin }))
  if (line.trim()) console.log(await markSoon(line.trim(), new Date().toISOString()))

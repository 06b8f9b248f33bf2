import { hash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  beginAnswer,
  jsonItems,
  jsonList,
  jsonObject,
  StreamedAnswer,
  type PackedAnswer,
} from './streamed-answer.ts'

const LONG = 'x'.repeat(300_000)

/** A long answer that goes on when it is told to, and says when it has ended. */
function makeAnswer() {
  const more = Promise.withResolvers<string>()
  const state = { isEnded: false }
  async function* pieces() {
    try {
      yield LONG
      yield await more.promise
    } finally {
      state.isEnded = true
    }
  }
  return { answer: new StreamedAnswer<unknown>(pieces()), goOn: more.resolve, state }
}

/** The end of a response to a client. */
const makeResponse = () => new PassThrough()

const begin = async (answer: StreamedAnswer<unknown>, response = makeResponse()): Promise<PackedAnswer> => {
  const begun = await beginAnswer(answer, response)
  if (typeof begun === 'string') throw new Error('it came whole')
  return begun
}
const textOf = ({ gzipped }: PackedAnswer) => String(gunzipSync(Buffer.concat(gzipped)))

test('a short answer comes whole', async () => {
  const pages = Readable.from([[1, 2], [], [3]]) as AsyncIterable<number[]>
  const day = () => jsonObject({ date: 'd', tours: jsonList(Readable.from([])) })
  const pieces = jsonObject({ list: jsonList(pages), days: jsonItems([day(), day()]), none: jsonItems([]) })
  expect(JSON.parse((await beginAnswer(new StreamedAnswer(pieces), makeResponse())) as string)).toEqual({
    list: [1, 2, 3],
    days: [
      { date: 'd', tours: [] },
      { date: 'd', tours: [] },
    ],
    none: [],
  })
})

test('a long one is compressed, with the hash of its whole text', async () => {
  const { answer, goOn, state } = makeAnswer()
  goOn('last')
  const response = makeResponse()
  const packed = await begin(answer, response)
  response.destroy()
  expect(textOf(packed)).toBe(`${LONG}last`)
  expect(packed.hash).toBe(hash('sha1', `${LONG}last`, 'base64url'))
  expect(Buffer.concat(packed.gzipped).length).toBeLessThan(LONG.length / 100)
  expect(state.isEnded).toBe(true)
})

test('a client that leaves ends what makes it', async () => {
  const left = makeAnswer()
  const response = makeResponse()
  const leave = async () => {
    await setTimeout(20)
    response.destroy()
    left.goOn('')
  }
  const [begun] = await Promise.allSettled([begin(left.answer, response), leave()])
  expect(begun).toMatchObject({ status: 'rejected', reason: { code: 'request_timeout' } })
  await expect.poll(() => left.state.isEnded).toBe(true)

  const gone = makeAnswer()
  await expect(begin(gone.answer, response)).rejects.toMatchObject({ code: 'overloaded' })
  expect(gone.state.isEnded).toBe(true)
})

test('two are under way at once; a third is asked to come again, and finds a place when one has been sent', async () => {
  const [first, second, third, fourth] = [makeAnswer(), makeAnswer(), makeAnswer(), makeAnswer()]
  for (const { goOn } of [first, second, third, fourth]) goOn('last')
  const responses = [makeResponse(), makeResponse(), makeResponse()]
  await begin(first.answer, responses[0])
  await begin(second.answer, responses[1])
  await expect(begin(third.answer)).rejects.toMatchObject({ code: 'overloaded' })
  expect(third.state.isEnded).toBe(true)
  responses[0]!.destroy()
  await once(responses[0]!, 'close')
  await begin(fourth.answer, responses[2])
  for (const response of responses) response.destroy()
})

import { once } from 'node:events'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { beginAnswer, encoded, jsonItems, jsonList, jsonObject, StreamedAnswer } from './streamed-answer.ts'

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

const begin = async (answer: StreamedAnswer<unknown>): Promise<Readable> => {
  const begun = await beginAnswer(answer)
  if (typeof begun === 'string') throw new Error('it came whole')
  return begun
}

test('a short answer comes whole', async () => {
  const pages = Readable.from([[1, 2], [], [3]]) as AsyncIterable<number[]>
  const day = () => jsonObject({ date: 'd', tours: jsonList(Readable.from([])) })
  const pieces = jsonObject({ list: jsonList(pages), days: jsonItems([day(), day()]), none: jsonItems([]) })
  expect(JSON.parse((await beginAnswer(new StreamedAnswer(pieces))) as string)).toEqual({
    list: [1, 2, 3],
    days: [
      { date: 'd', tours: [] },
      { date: 'd', tours: [] },
    ],
    none: [],
  })
})

test('of a long one the first piece is there before the last is made', async () => {
  const { answer, goOn, state } = makeAnswer()
  const stream = await begin(answer)
  const read = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  expect(String((await read.next()).value)).toBe(LONG)
  expect(state.isEnded).toBe(false)
  goOn('last')
  expect(String((await read.next()).value)).toBe('last')
  expect((await read.next()).done).toBe(true)
  expect(state.isEnded).toBe(true)
})

test('compressed, it is the same, and a client that leaves ends what makes it', async () => {
  const whole = makeAnswer()
  whole.goOn('last')
  const parts = await encoded(await begin(whole.answer), 'gzip').toArray()
  expect(String(gunzipSync(Buffer.concat(parts as Buffer[])))).toBe(`${LONG}last`)

  const left = makeAnswer()
  const stream = await begin(left.answer)
  const sent = encoded(stream, 'gzip')
  sent.on('error', () => {}).destroy()
  await once(stream, 'close').catch(() => {})
  left.goOn('')
  await expect.poll(() => left.state.isEnded).toBe(true)
})

test('two are sent at once; a third is asked to come again, and finds a place when one has ended', async () => {
  const [first, second, third, fourth] = [makeAnswer(), makeAnswer(), makeAnswer(), makeAnswer()]
  const streams = [await begin(first.answer), await begin(second.answer)]
  await expect(beginAnswer(third.answer)).rejects.toMatchObject({ code: 'overloaded' })
  expect(third.state.isEnded).toBe(true)
  streams[0]!.destroy()
  await once(streams[0]!, 'close')
  streams.push(await begin(fourth.answer))
  for (const stream of streams) stream.destroy()
})

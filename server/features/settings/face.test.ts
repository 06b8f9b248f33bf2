import { describe, expect, test } from 'vitest'
import { changeFace } from '../../../contract/admin/face.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { LOGOS } from '../../../test/logo-files.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeVisitor } from '../../../test/make.ts'

const app = useTestApp()
const admin = useAdmin(app)
const readFace = async () => (await app.client().ok(getPublicInfo, {})).face
const GREEN = '#0b6b43'
const NONE = { accent_colour: null, logo: null, picture: null, plan: null }

test('an event begins without a face of its own', async () => {
  expect(await readFace()).toEqual(NONE)
})

test('everyone sees the colour and the logo from then on, and none once they are removed', async () => {
  const { message, face } = await admin.ok(changeFace, {
    body: { accent_colour: '#0B6B43', logo: LOGOS.png },
  })
  expect(message).toBe('행사 이미지와 색상이 저장되었습니다.')
  expect(face).toEqual({
    ...NONE,
    accent_colour: GREEN,
    logo: {
      path: `/api/public/image/${face.logo!.hash}/`,
      hash: expect.stringMatching(/^[\da-f]{32}$/),
      width: 30,
      height: 12,
    },
  })
  expect(await readFace()).toEqual(face)
  const picture = await app.server.inject({ url: face.logo!.path })
  expect(picture.rawPayload.toString('base64')).toBe(LOGOS.png)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  })
  // Without a word about the logo it stays.
  await admin.ok(changeFace, { body: { accent_colour: null } })
  expect(await readFace()).toEqual({ ...NONE, logo: face.logo })
  await admin.ok(changeFace, { body: NONE })
  expect(await readFace()).toEqual(NONE)
  expect((await app.server.inject({ url: face.logo!.path })).statusCode).toBe(404)
})

test.each(['0'.repeat(32), 'logo.png', '%00'])('there is no logo of the name %s', async (name) => {
  const answer = await app.server.inject({ url: `/api/public/image/${name}/` })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

describe('what is refused leaves everything as it was', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  const wide = Buffer.from(LOGOS.png, 'base64')
  wide.writeUInt32BE(4_001, 16)
  test.each([
    ['a colour that is none', { accent_colour: 'red' }, 'accent_colour', /여섯 자리/],
    ['a colour on which white text is lost', { accent_colour: '#ffd400' }, 'accent_colour', /흰 글자/],
    ['SVG', { accent_colour: GREEN, logo: svg }, 'logo', 'PNG, JPEG, WebP 파일만 사용할 수 있습니다.'],
    ['what is no Base64', { accent_colour: GREEN, logo: '<svg>' }, 'logo', '올바르지 않은 파일입니다.'],
    [
      'a file of more than 300 kB',
      { accent_colour: GREEN, logo: Buffer.alloc(300_001).toString('base64') },
      'logo',
      '로고 파일은 300kB 이하여야 합니다.',
    ],
    [
      'a hall plan of more than 1 MB',
      { accent_colour: GREEN, plan: Buffer.alloc(1_000_001).toString('base64') },
      'plan',
      '이미지 파일은 1MB 이하여야 합니다.',
    ],
    ['SVG as the picture', { accent_colour: GREEN, picture: svg }, 'picture', /PNG, JPEG, WebP/],
    [
      'a picture of 4,001 pixels',
      { accent_colour: GREEN, logo: wide.toString('base64') },
      'logo',
      /4,000픽셀/,
    ],
  ])('%s', async (_what, body, field, text) => {
    const refusal = await admin.refused(changeFace, { body })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields?.[field]).toMatch(text)
    expect(await readFace()).toEqual(NONE)
  })
})

test('a file of 300 kB is taken', async () => {
  const bytes = Buffer.concat([Buffer.from(LOGOS.png, 'base64')], 300_000)
  const { face } = await admin.ok(changeFace, {
    body: { accent_colour: null, logo: bytes.toString('base64') },
  })
  expect(face.logo).not.toBeNull()
  await admin.ok(changeFace, { body: NONE })
})

test('three images of the largest size are taken at once, and each is removed alone', async () => {
  const large = (bytes: number) => Buffer.concat([Buffer.from(LOGOS.png, 'base64')], bytes).toString('base64')
  const { face } = await admin.ok(changeFace, {
    body: { accent_colour: null, logo: large(300_000), picture: large(1_000_000), plan: large(999_999) },
  })
  for (const image of [face.logo, face.picture, face.plan])
    expect((await app.server.inject({ url: image!.path })).statusCode).toBe(200)
  await admin.ok(changeFace, { body: { accent_colour: null, picture: null } })
  expect(await readFace()).toEqual({ ...face, picture: null })
  await admin.ok(changeFace, { body: NONE })
})

test('removing a hall plan that a colleague has just added is refused', async () => {
  await admin.ok(changeFace, { body: { accent_colour: null, plan: LOGOS.jpeg } })
  const refusal = await admin.refused(changeFace, { body: { ...NONE, expected: NONE } })
  expect(refusal).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(refusal.message).toContain('평면도 추가')
  await admin.ok(changeFace, { body: NONE })
})

test('two administrators at once: nobody removes unseen what the other has chosen', async () => {
  const expected = { accent_colour: null, logo: null }
  await admin.ok(changeFace, { body: { accent_colour: GREEN, logo: LOGOS.jpeg, expected } })
  const refusal = await admin.refused(changeFace, {
    body: { accent_colour: '#7a4b00', logo: LOGOS.png, expected },
  })
  expect(refusal).toMatchObject({ status: 409, code: 'changed_meanwhile' })
  expect(refusal.message).toContain('대표 색상 없음 → #0b6b43, 로고 추가')
  expect((await readFace()).accent_colour).toBe(GREEN)
  await admin.ok(changeFace, { body: NONE })
})

test('only administrators change it, and it is written down who did', async () => {
  const { browser } = await makeVisitor(app)
  expect(await browser.refused(changeFace, { body: NONE })).toMatchObject({ status: 401 })
  await admin.ok(changeFace, { body: { accent_colour: GREEN } })
  const { results } = await admin.ok(listAudit, { query: {} })
  expect(results[0]).toMatchObject({ summary: '행사 이미지와 색상이 저장되었습니다.' })
  await admin.ok(changeFace, { body: NONE })
})

import { inflateSync } from 'node:zlib'
import { decodeQR } from 'qr/decode.js'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../test/certificate.ts'
import { LOGOS } from '../../test/logo-files.ts'
import { startPostOffice } from '../../test/post-office.ts'
import { wearFace } from './event-face.ts'
import { makeTourNotice, written as mailOf } from '../../test/make-notice.ts'
import type { WrittenMail } from './mail.ts'
import { replyAddress } from './reply-address.ts'
import { fileTransport, smtpTransport } from './transport.ts'
import { wrongSetting } from './wrong-setting.ts'

const posted = (mail: WrittenMail) => ({ ...mail, id: 5, posted_at: Date.parse('2026-11-19T08:30:00Z') })

let parent: string
let dir: string
let printed: string[]
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'fairslot-mail-'))
  dir = join(parent, 'mail')
  printed = []
})
afterEach(() => rm(parent, { recursive: true }))

// The parser gives the lines of text parts without their CR.
const unixLines = (text: string) => text.replaceAll('\r\n', '\n').trimEnd()

/** Writes a mail and reads it as a mail program would. */
async function written(mail: WrittenMail, reply_to?: string, logo?: { type: string; bytes: Buffer }) {
  const transport = fileTransport({
    dir,
    from: 'Stand <stand@example.com>',
    print: (line) => printed.push(line),
  })
  await transport.send({ ...posted(mail), reply_to, logo })
  transport.close()
  const names = await readdir(dir)
  const raw = await readFile(join(dir, names[0]!))
  return { names, raw: raw.toString('latin1'), email: await PostalMime.parse(raw) }
}

test('a mail is one file that mail programs open, its subject printed', async () => {
  const mail = mailOf('approved', makeTourNotice())
  const { names, email } = await written(mail)
  await written(mail)
  expect(await readdir(dir)).toEqual(names)
  expect(names).toEqual(['20261119T083000-5-approved.eml'])
  expect(email).toMatchObject({
    subject: mail.subject,
    messageId: mail.message_id,
    from: { name: 'Stand', address: 'stand@example.com' },
    to: [{ address: 'minsu@example.com' }],
    date: '2026-11-19T08:30:00.000Z',
  })
  expect(email.text?.trim()).toBe(mail.text.trim())
  expect(email.html?.trim()).toBe(mail.html.trim())
  expect(printed[0]).toBe(`Mail to minsu@example.com: ${mail.subject}`)
})

test('texts travel in a third more bytes than they have, whatever letters they are in', async () => {
  const { raw } = await written(mailOf('approved', makeTourNotice()))
  const encodings = [...raw.matchAll(/content-type: text\/(?:plain|html)[^]*?transfer-encoding: (\S+)/gi)]
  expect(encodings.map(([, encoding]) => encoding)).toEqual(['base64', 'base64'])
})

test('a calendar is one part to be read and one attachment, both the same', async () => {
  const { email } = await written(mailOf('approved', makeTourNotice()))
  const parts = email.attachments.map(({ mimeType, method, disposition, filename, content }) => ({
    mimeType,
    method,
    disposition,
    filename,
    content: unixLines(new TextDecoder().decode(content as ArrayBuffer)),
  }))
  const content = unixLines(mailOf('approved', makeTourNotice()).calendar!.content)
  expect(parts).toEqual([
    { mimeType: 'text/calendar', method: 'REQUEST', disposition: null, filename: null, content },
    {
      mimeType: 'application/ics',
      method: undefined,
      disposition: 'attachment',
      filename: 'invite.ics',
      content,
    },
  ])
})

test('the code of a sign-up is printed, any other text is not', async () => {
  const { event_name, contact_email, public_url } = makeTourNotice()
  const surroundings = { event_name, contact_email, public_url, to: 'a@example.com' }
  const code = { code: 'K7PX4M', request_id: 'r1', valid_minutes: 10 }
  const { email } = await written(mailOf('verification_code', { ...surroundings, ...code }))
  expect(email.subject).toBe('[2026 트레이드쇼] 인증번호 K7PX4M')
  expect(printed).toEqual(['Mail to a@example.com: [2026 트레이드쇼] 인증번호 (sign-up code: K7PX4M)'])
})

test('answers go to the contact address, where there is one', async () => {
  const answered = await written(mailOf('approved', makeTourNotice()), 'contact@example.com')
  expect(answered.email.replyTo).toEqual([{ name: '', address: 'contact@example.com' }])
  const { email } = await written(mailOf('approved', makeTourNotice()))
  expect(email.replyTo).toBeUndefined()
})

test('the code of an approved reservation is in the mail as a QR code that a camera reads', async () => {
  const notice = makeTourNotice({}, { arrival_code: 'K7M2QX' })
  const { email } = await written(mailOf('approved', notice))
  expect(email.html).toMatch(/<img\s+src="cid:arrival-qr"/)
  const [picture] = email.attachments.filter(({ mimeType }) => mimeType === 'image/png')
  expect(picture).toMatchObject({ contentId: '<arrival-qr>', disposition: 'inline' })
  expect(decodeQR(pixelsOf(Buffer.from(picture!.content as ArrayBuffer)))).toBe(
    'https://stand.example.com/admin/arrivals?code=K7M2QX',
  )
})

/** The picture of a PNG of one bit a pixel. */
function pixelsOf(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const start = png.indexOf('IDAT') + 4
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)))
  const line = 1 + Math.ceil(width / 8)
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (!(rows[y * line + 1 + (x >> 3)]! & (0x80 >> (x & 7))))
        data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  return { width, height, data }
}

test.each([
  ['desk@example.com', 'desk@example.com'],
  ['Desk@Example.com ', 'desk@example.com'],
  ['', undefined],
  ['안내 데스크', undefined],
  ['a@example.com, b@example.com', undefined],
  ['a@example.com\r\nBcc: b@example.com', undefined],
  ['Desk <a@example.com>', undefined],
])('the contact address %j makes the address of answers %j', (contact_email, address) => {
  expect(replyAddress(contact_email)).toBe(address)
})

test.each([
  ['the subject', { subject: 'a\r\nBcc: x@example.com' }],
  ['the address', { to: 'a@example.com>\r\nBcc: <x@example.com' }],
  ['the address, as a list', { to: 'a@example.com, x@example.com' }],
  ['the Message-ID', { message_id: '<a@b>\r\nBcc: x@example.com' }],
])('%s cannot add a header or a recipient', async (_what, change) => {
  const { email } = await written({ ...mailOf('rejected', makeTourNotice()), ...change })
  expect(email.headers.map(({ key }) => key)).not.toContain('bcc')
  expect([email.to?.length, email.cc, email.bcc]).toEqual([1, undefined, undefined])
})

test.each(['a..b', 'a.'])('the address %s@docomo.ne.jp of a Japanese phone is quoted', async (local) => {
  const { raw } = await written({ ...mailOf('rejected', makeTourNotice()), to: `${local}@docomo.ne.jp` })
  expect(raw).toContain(`To: <"${local}"@docomo.ne.jp>`)
})

describe("the event's face", () => {
  const logo = { type: 'image/png', bytes: Buffer.from(LOGOS.png, 'base64'), width: 30, height: 12 }
  const page = mailOf('approved', makeTourNotice()).html

  test('the logo is in the mail itself, at its own shape, and the button has the colour', async () => {
    const html = wearFace(page, { accent_colour: '#0b6b43', logo })
    const { email } = await written({ ...mailOf('approved', makeTourNotice()), html }, undefined, logo)
    expect(email.html).toMatch(/<img\s+src="cid:event-logo"\s+alt=""\s+width="100"\s+height="40"/)
    const [picture] = email.attachments.filter(({ mimeType }) => mimeType === 'image/png')
    expect(picture).toMatchObject({ contentId: '<event-logo>', disposition: 'inline' })
    expect(Buffer.from(picture!.content as ArrayBuffer).toString('base64')).toBe(LOGOS.png)
    expect(email.html).toContain('background-color:#0b6b43')
    expect(email.html).not.toMatch(/#1d46e8|#3f64f4/)
  })

  test('a logo that is far wider than high keeps inside its line', () => {
    expect(wearFace(page, { accent_colour: null, logo: { ...logo, width: 2_400, height: 100 } })).toMatch(
      /width="240"\s+height="10"/,
    )
  })

  test('without branding a mail has the default design', () => {
    const html = wearFace(page, { accent_colour: null, logo: null })
    expect(html).not.toMatch(/<img|event-logo/)
    expect(html).toContain('#1d46e8')
  })
})

describe('to a mail server with a certificate', () => {
  const trusted = getCACertificates()
  const [ours, another] = [makeCertificate(), makeCertificate()]
  // As NODE_EXTRA_CA_CERTS does it for a whole process.
  beforeEach(() => setDefaultCACertificates([...trusted, ours.certificate]))
  afterEach(() => setDefaultCACertificates(trusted))

  const ways = [
    ['smtps://', 'the start', (port: number) => `smtps://localhost:${port}`],
    ['smtp:// and STARTTLS', 'STARTTLS', (port: number) => `smtp://localhost:${port}?requireTLS=true`],
    [
      'smtp:// that is encrypted where it is offered',
      'STARTTLS',
      (port: number) => `smtp://localhost:${port}`,
    ],
  ] as const

  test.each(ways)('a mail goes out by %s, and not where nobody trusts it', async (_way, from, urlOf) => {
    for (const shown of [ours, another]) {
      const office = await startPostOffice(undefined, 0, { ...shown, from })
      const transport = smtpTransport({ url: urlOf(office.port), from: 'Stand <stand@example.com>' })
      const failure = await transport.send(posted(mailOf('approved', makeTourNotice()))).then(
        () => null,
        (error: unknown) => error,
      )
      transport.close()
      await office.close()
      expect(office.arrived).toHaveLength(shown === ours ? 1 : 0)
      if (shown === ours) expect(failure).toBeNull()
      else expect(wrongSetting(failure)).toMatch(/^SMTP_URL: the certificate .* not trusted/)
    }
  })

  test.each([
    ['to another machine requires encryption', '0.0.0.0', true, 0],
    ['to another machine goes in the clear only by an explicit setting', '0.0.0.0', false, 1],
    ['to this machine needs no encryption', '127.0.0.1', true, 1],
  ])('a password %s', async (_way, host, requiresTls, arrived) => {
    const office = await startPostOffice()
    const url = `smtp://user:password@${host}:${office.port}`
    const transport = smtpTransport({ url, from: 'Stand <stand@example.com>', requiresTls })
    const failure: unknown = await transport.send(posted(mailOf('approved', makeTourNotice()))).then(
      () => null,
      (error: unknown) => error,
    )
    transport.close()
    await office.close()
    expect([office.arrived.length, failure === null]).toEqual([arrived, arrived === 1])
  })

  test('nothing is sent in the clear where encryption is asked for and not offered', async () => {
    const office = await startPostOffice()
    const url = `${office.url}?requireTLS=true`
    const transport = smtpTransport({ url, from: 'Stand <stand@example.com>' })
    await expect(transport.send(posted(mailOf('approved', makeTourNotice())))).rejects.toThrow(/STARTTLS|TLS/)
    transport.close()
    await office.close()
    expect(office.arrived).toEqual([])
  })
})

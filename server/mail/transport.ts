import { accessSync, constants, mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { isLocalUrl } from '../../domain/go-live.ts'
import { type Instant } from '../../domain/madrid-time.ts'
import { LOGO_ID } from './event-face.ts'
import { isCodeMail, type WrittenMail } from './mail.ts'
import { isOutage } from './outage.ts'
import { qrPng } from './qr-png.ts'
import { QR_ID } from './templates/layout-page.ts'
import { hostOf, oneLine } from './heading.ts'
import { findCode, sentSubject } from './templates/member-mails.ts'

export type PostedMail = WrittenMail & {
  id: number
  posted_at: Instant
  reply_to?: string | undefined
  logo?: { type: string; bytes: Buffer } | undefined
}

/** `send` throws MailRefused if retrying is pointless, other errors if not. */
export type Transport = {
  send(mail: PostedMail, signal?: AbortSignal): Promise<void>
  close(): void
}

export class MailRefused extends Error {}

function composed(mail: PostedMail, from: string) {
  return {
    from,
    // As an object, a comma or bracket cannot add a recipient.
    to: { name: '', address: mail.to },
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: sentSubject(mail),
    text: mail.text,
    html: mail.html,
    // Shorter for Korean than quoted-printable.
    textEncoding: 'base64' as const,
    messageId: mail.message_id,
    date: new Date(mail.posted_at),
    // Prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // A text/calendar alternative for Gmail and Outlook, and invite.ics for others.
    ...(mail.calendar && { icalEvent: { ...mail.calendar, filename: 'invite.ics' } }),
    attachments: [mail.logo && logoPart(mail.logo), mail.qr && qrPart(mail.qr)].filter((part) => !!part),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

const logoPart = ({ type, bytes }: NonNullable<PostedMail['logo']>) => ({
  cid: LOGO_ID,
  filename: `logo.${type.split('/')[1]}`,
  contentType: type,
  contentDisposition: 'inline' as const,
  content: bytes,
})

const qrPart = (text: string) => ({
  cid: QR_ID,
  filename: 'qr.png',
  contentType: 'image/png',
  contentDisposition: 'inline' as const,
  content: qrPng(text),
})

type Smtp = { url: string; from: string; requiresTls?: boolean }

export const senderOf = (given: string | undefined, publicUrl: string): string =>
  given ?? `Fairslot <no-reply@${hostOf(publicUrl)}>`

/** Whether a password would cross the network. */
const sendsPassword = (url: string) => new URL(url).password !== '' && !isLocalUrl(url)

/** The URL's query overrides these settings. `verify` connects and signs in. */
export function smtpTransport({
  url,
  from,
  requiresTls = true,
}: Smtp): Transport & { verify(): Promise<unknown> } {
  const mailer = createTransport({
    url,
    pool: true,
    requireTLS: requiresTls && sendsPassword(url),
    maxConnections: 6,
    dnsTimeout: 10_000,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
  })
  return {
    async send(mail, signal) {
      try {
        await mailer.sendMail({ ...composed(mail, from), ...(signal && { signal }) })
      } catch (error) {
        throw isFinal(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
    verify: () => mailer.verify(),
    close: () => mailer.close(),
  }
}

/** 5xx about the recipient or message; other failures concern our settings. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, permanent } = error as { command?: unknown; permanent?: unknown }
  return permanent === true && (command === 'RCPT TO' || command === 'DATA') && !isOutage(error)
}

/** Throws at the start instead of at the first mail. */
export function makeMailFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`DATA_DIR: mails cannot be written to ${dir} (${code})`, { cause: error })
  }
}

type FileTransportSettings = { dir: string; from: string; print: (line: string) => void }

/** Runs without a mail server: writes .eml files and prints subjects and codes. */
export function fileTransport({ dir, from, print }: FileTransportSettings): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await mailer.sendMail(composed(mail, from))
      const path = join(dir, `${fileName(mail)}.eml`)
      makeMailFolder(dir)
      // Renamed, so that a watching program never reads half a mail.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      const code = isCodeMail(mail.kind) ? findCode(mail.text) : undefined
      const purpose = mail.kind === 'login_code' ? 'login' : 'sign-up'
      print(oneLine(`Mail to ${mail.to}: ${mail.subject}${code ? ` (${purpose} code: ${code})` : ''}`))
    },
    close: () => mailer.close(),
  }
}

// Stable, so that a retry replaces the file; the time distinguishes databases that were recreated.
const fileName = ({ id, kind, posted_at }: PostedMail) =>
  `${new Date(posted_at).toISOString().slice(0, 19).replace(/[-:]/g, '')}-${id}-${kind}`

import { accessSync, constants, mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { type Instant } from '../../domain/madrid-time.ts'
import { LOGO_ID } from './event-face.ts'
import type { WrittenMail } from './mail.ts'
import { qrPng } from './qr-png.ts'
import { QR_ID } from './templates/layout-page.ts'
import { oneLine } from './heading.ts'
import { findCode, sentSubject } from './templates/verification-code.ts'

/** A mail as it stands in the outbox. */
export type PostedMail = WrittenMail & {
  id: number
  posted_at: Instant
  reply_to?: string | undefined
  /** The event's, which its page shows. */
  logo?: { type: string; bytes: Buffer } | undefined
}

/** A way out. `send` throws MailRefused when trying again is pointless, any other error when it is not. */
export type Transport = {
  send(mail: PostedMail, signal?: AbortSignal): Promise<void>
  close(): void
}

/** The receiving side said no for good: unknown mailbox, refused content. */
export class MailRefused extends Error {}

function composed(mail: PostedMail, from: string) {
  return {
    from,
    // As an object, so that no comma or bracket in it makes a second recipient.
    to: { name: '', address: mail.to },
    ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
    subject: sentSubject(mail),
    text: mail.text,
    html: mail.html,
    // A Korean letter takes four bytes instead of nine, and a mail a quarter less time.
    textEncoding: 'base64' as const,
    messageId: mail.message_id,
    date: new Date(mail.posted_at),
    // Keeps out-of-office answers from coming back.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Becomes a text/calendar alternative, which Gmail and Outlook read, and one invite.ics for the others.
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

/** Sends through a mail server. Settings in the URL's query, such as maxConnections, win over those here. */
export function smtpTransport({ url, from }: { url: string; from: string }): Transport {
  const mailer = createTransport({
    url,
    pool: true,
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
    close: () => mailer.close(),
  }
}

/** A 5xx answer about the recipient or the message. One about the login or our own address is for us to repair. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { command, permanent } = error as { command?: unknown; permanent?: unknown }
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}

/** Throws where no mail can be written: better at the start than with the first mail. */
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

/**
 * Writes each mail as an .eml file that mail programs open, and prints its subject and, for a sign-up, the code: the
 * way to run without a mail server.
 */
export function fileTransport({ dir, from, print }: FileTransportSettings): Transport {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await mailer.sendMail(composed(mail, from))
      const path = join(dir, `${fileName(mail)}.eml`)
      makeMailFolder(dir)
      // Renamed into place, so that a program that watches the folder never reads half a mail.
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.part`, path)
      const code = mail.kind === 'verification_code' ? findCode(mail.text) : undefined
      print(oneLine(`Mail to ${mail.to}: ${mail.subject}${code ? ` (sign-up code: ${code})` : ''}`))
    },
    close: () => mailer.close(),
  }
}

// The same name at a second try, so that one mail is one file; the moment tells databases apart that start over.
const fileName = ({ id, kind, posted_at }: PostedMail) =>
  `${new Date(posted_at).toISOString().slice(0, 19).replace(/[-:]/g, '')}-${id}-${kind}`

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

// Tags of DER, the encoding of certificates (X.690).
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31
const TRUE = Buffer.from([0x01, 0x01, 0xff])
/** The tag of a host name in the alternative names. */
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
/** Leads to this machine, but is not one of the names of a service that only this machine reaches. */
export const ANY_ADDRESS = '0.0.0.0'
const VERSION = 0xa0
const EXTENSIONS = 0xa3

function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each as string)))
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const objectId = (hex: string) => der(OBJECT_ID, Buffer.from(hex, 'hex'))
const ECDSA_WITH_SHA256 = der(SEQUENCE, objectId('2a8648ce3d040302'))
const COMMON_NAME = objectId('550403')
const ALTERNATIVE_NAME = objectId('551d11')
const BASIC_CONSTRAINTS = objectId('551d13')

const DAY_MS = 24 * 60 * 60_000
const utcTime = (instant: number) =>
  der(UTC_TIME, `${new Date(instant).toISOString().replace(/\D/g, '').slice(2, 14)}Z`)

const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`

/** A self-signed certificate, valid from yesterday on, and its key as PEM. */
export function makeCertificate(host = 'localhost', days = 1): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, host))))
  // The real date, because clients check it.
  const today = Date.now()
  const extensions = [
    der(SEQUENCE, BASIC_CONSTRAINTS, TRUE, der(OCTET_STRING, der(SEQUENCE, TRUE))),
    der(
      SEQUENCE,
      ALTERNATIVE_NAME,
      der(OCTET_STRING, der(SEQUENCE, der(DNS_NAME, host), der(IP_ADDRESS, Buffer.alloc(4)))),
    ),
  ]
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    // Positive and unique.
    der(INTEGER, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, utcTime(today - DAY_MS), utcTime(today + days * DAY_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, ...extensions)),
  )
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey))
  return {
    certificate: pem(der(SEQUENCE, content, ECDSA_WITH_SHA256, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

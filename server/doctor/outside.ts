import { once } from 'node:events'
import { connect } from 'node:tls'
import { CHANGES_PATH } from '../../contract/topics.ts'
import { isLocalUrl } from '../../domain/go-live.ts'
import { madridDate } from '../../domain/madrid-time.ts'
import { deviceClock } from '../clock.ts'
import { hasSignOn } from '../env.ts'
import { identityProvider } from '../http/identity-provider.ts'
import { askReport } from '../service-report.ts'
import type { Checks } from './examine.ts'
import { codeOf, NotChecked, ok, problem } from './finding.ts'
import type { Installation } from './installation.ts'

const DAY = 86_400_000
const SOON = 14
const STREAM_WITHIN_MS = 5_000
/** Reserved for documentation, so no host has it. */
const CLAIMED = '203.0.113.9'
const FORWARD = 'In nginx: proxy_set_header X-Forwarded-For $remote_addr;'

function publicUrl({ env }: Installation): string {
  if (isLocalUrl(env.public_url)) throw new NotChecked('PUBLIC_URL is for this machine only.')
  return env.public_url
}

/** As a client that lies about its address, which only a trusted proxy may pass on. */
export async function askOutside(at: Installation) {
  if (!at.keyFor) throw new NotChecked('The service was never started.')
  const headers = at.env.trust_proxy.length > 0 ? { 'x-forwarded-for': CLAIMED } : undefined
  const asked = askReport(publicUrl(at), at.keyFor, headers)
  return asked.catch((error: unknown) => ({ failure: codeOf(error), answer: undefined, report: undefined }))
}

export const OUTSIDE_CHECKS: Checks = {
  async certificate(at) {
    const { protocol, hostname: host, port } = new URL(publicUrl(at))
    if (protocol === 'http:')
      return problem('PUBLIC_URL is not encrypted.', 'Set up HTTPS in the proxy, and PUBLIC_URL=https://...')
    const socket = connect({ host, port: Number(port || 443) })
    try {
      await once(socket, 'secureConnect')
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - deviceClock()) / DAY)
      if (days >= SOON) return ok(`It is valid for ${days} more days.`)
      return problem(`It ends in ${days} days.`, 'certbot renew && systemctl reload nginx')
    } catch (error) {
      return problem(`There is no valid one for ${host} (${codeOf(error)}).`, `certbot certonly -d ${host}`)
    } finally {
      socket.destroy()
    }
  },

  async 'public address'(at) {
    const url = publicUrl(at)
    const asked = await askOutside(at)
    if ('failure' in asked)
      return problem(`${url} does not answer (${asked.failure}).`, 'Start the proxy. Check DNS and firewall.')
    if (asked.report) return ok(`${url} is this service.`)
    const { status } = asked.answer
    if (status === 400)
      return problem('The proxy changes the host name.', 'proxy_set_header Host $http_host;')
    if (status >= 500) return problem(`The proxy answers ${status}.`, 'Start the service.')
    return problem(`Another program answers (${status}).`, 'Correct DNS, the proxy, or PUBLIC_URL.')
  },

  async 'client address'(at) {
    const { report } = await askOutside(at)
    if (!report) throw new NotChecked('This service does not answer there.')
    const { address, sender, is_forwarded, is_believed } = report
    if (address === CLAIMED) return problem('The proxy lets clients choose their address.', FORWARD)
    if (is_forwarded && !is_believed)
      return problem('The proxy is not trusted: all visitors count as one.', `Set TRUST_PROXY=${sender}`)
    if (is_forwarded || at.env.public_url.startsWith('http:')) return ok(`This client is ${address}.`)
    return problem('The proxy does not pass the address of clients.', FORWARD)
  },

  async streams(at) {
    const url = `${publicUrl(at)}${CHANGES_PATH}?watch=schedule:${madridDate(at.now)}`
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(STREAM_WITHIN_MS) })
      if (!answer.ok) throw new NotChecked(`A stream is refused (${answer.status}).`)
      await answer.body!.getReader().read()
      return ok('Changes reach browsers at once.')
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') throw new NotChecked(codeOf(error))
      return problem('The proxy holds streams back.', 'proxy_buffering off; for addresses with /changes')
    }
  },

  async 'single sign-on'({ env }) {
    if (!hasSignOn(env)) return []
    try {
      await identityProvider(env, env.public_url).begin(false)
      return ok(`${env.oidc_issuer} answers.`)
    } catch (error) {
      return problem(`${env.oidc_issuer} fails (${codeOf(error)}).`, 'Correct OIDC_ISSUER. Check DNS.')
    }
  },
}

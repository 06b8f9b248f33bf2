import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'
import type { SignOn } from '../domain/sign-on.ts'

export type Person = { sub: string; name: string; groups: string[] }

const CLIENT = { client_id: 'fairslot', client_secret: 'a secret of the client, for tests' }

/** A client that is not told when the person signed in. */
export const UNDATED = 'undated'

const GROUPS = [
  { role: 'owner', group: 'stand-owners' },
  { role: 'manager', group: 'stand-managers' },
  { role: 'desk', group: 'stand-desk' },
] as const

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A real identity provider on this machine, at which `person` signs in with one press; null refuses. */
export async function startIdentityProvider(redirectUri: string) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** `signedInAgo`: seconds since the person entered the password. */
  const state = { person: null as Person | null, signedInAgo: 0, isShort: false, isForged: false, asked: 0 }

  const configuration: Configuration = {
    clients: [
      { ...CLIENT, redirect_uris: [redirectUri], require_auth_time: true },
      { ...CLIENT, redirect_uris: [redirectUri], client_id: UNDATED },
    ],
    claims: { openid: ['sub'], profile: ['name', 'groups'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key for tests'] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    features: { devInteractions: { enabled: false } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({
      accountId,
      claims: (use) => ({
        ...(!(state.isShort && use === 'id_token') && state.person),
        sub: accountId,
      }),
    }),
    async loadExistingGrant({ oidc: { client, session, provider } }) {
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(issuer, configuration)
  const answer = provider.callback()

  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end('<form method="post"><button>Sign in</button></form>')
      return
    }
    const { person } = state
    const result = person
      ? { login: { accountId: person.sub, ts: Math.floor(Date.now() / 1000) - state.signedInAgo } }
      : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }

  /** Puts another name into the ID token, whose signature stays. */
  function forge(response: ServerResponse) {
    const end = response.end.bind(response) as (body: string) => ServerResponse
    response.end = ((body: string) => {
      const answer = JSON.parse(body) as { id_token: string }
      const [head, claims, signature] = answer.id_token.split('.')
      const changed = { ...(JSON.parse(atob(claims!)) as object), name: 'Mallory' }
      const id_token = [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
      response.removeHeader('content-length')
      return end(JSON.stringify({ ...answer, id_token }))
    }) as typeof response.end
  }

  server.on('request', (request, response) => {
    state.asked += 1
    if (state.isForged && request.url === '/token') forge(response)
    const isOurs = request.url!.startsWith('/interaction/')
    void (isOurs ? interact(request, response) : answer(request, response))
  })

  const signOn: SignOn = {
    oidc_issuer: issuer,
    oidc_client_id: CLIENT.client_id,
    oidc_client_secret: CLIENT.client_secret,
    oidc_roles: [...GROUPS],
    oidc_groups_claim: 'groups',
    oidc_scope: 'openid profile',
    oidc_button: '회사 계정으로 로그인',
  }
  return Object.assign(state, {
    signOn,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

/** Follows a login at the provider, as a browser does, up to the address that leads back. */
export async function passProvider(begin: string, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>()
  let [url, method] = [begin, 'GET']
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { method, redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      jar.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (response.status >= 400)
      throw new Error(`The provider answers ${response.status}: ${await response.text()}`)
    if (location?.startsWith(redirectUri)) return new URL(location)
    // Its page has one button.
    ;[url, method] = location === null ? [url, 'POST'] : [new URL(location, url).href, 'GET']
  }
  throw new Error('The provider does not lead back.')
}

import * as oidc from 'openid-client'
import type { SignOn } from '../../domain/sign-on.ts'

/** Values that one login sends and checks again. */
export type Checks = { state: string; nonce: string; verifier: string }

/** `ageMs`: since the login at the provider; very long if it does not say. */
export type Identity = { issuer: string; subject: string; name: string; groups: string[]; ageMs: number }

const ANSWERS_WITHIN_SECONDS = 5
const HOUR = 3_600_000

const textsOf = (...claims: unknown[]) => claims.flat().filter((each) => typeof each === 'string')

/** The provider is called at a login, not at the start. */
export function identityProvider(settings: SignOn, redirect_uri: string) {
  const { oidc_issuer, oidc_client_id, oidc_client_secret, oidc_scope: scope, oidc_groups_claim } = settings
  // Providers that list no method take the second.
  const prove: oidc.ClientAuth = (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
      ? oidc.ClientSecretPost
      : oidc.ClientSecretBasic)(oidc_client_secret)(server, ...rest)
  // The settings allow http on this machine alone.
  const insecure = oidc_issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  // Checks signatures too.
  const execute = [oidc.enableNonRepudiationChecks, ...insecure]
  let known: Promise<oidc.Configuration> | undefined
  let since = 0

  async function discovered() {
    if (performance.now() - since > HOUR) known = undefined
    if (!known) since = performance.now()
    const options = { timeout: ANSWERS_WITHIN_SECONDS, execute }
    known ??= oidc.discovery(new URL(oidc_issuer), oidc_client_id, undefined, prove, options)
    return known.catch((error: unknown) => {
      known = undefined
      throw error
    })
  }

  return {
    /** `isAnew`: the provider has to ask for the password again. */
    async begin(isAnew: boolean): Promise<Checks & { url: string }> {
      const config = await discovered()
      const verifier = oidc.randomPKCECodeVerifier()
      const shared = { state: oidc.randomState(), nonce: oidc.randomNonce() }
      const code_challenge = await oidc.calculatePKCECodeChallenge(verifier)
      const proof = { code_challenge, code_challenge_method: 'S256' }
      const anew = isAnew && { prompt: 'login', max_age: '0' }
      const url = oidc.buildAuthorizationUrl(config, { redirect_uri, scope, ...shared, ...proof, ...anew })
      return { ...shared, verifier, url: url.href }
    },

    /** `search` is that of the callback. Throws for a login longer than `maxAge` seconds ago. */
    async finish(search: string, { state, nonce, verifier }: Checks, maxAge?: number): Promise<Identity> {
      const config = await discovered()
      const tokens = await oidc.authorizationCodeGrant(config, new URL(redirect_uri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        ...(maxAge !== undefined && { maxAge }),
      })
      const claims = tokens.claims()!
      // Some providers keep the ID token short.
      const isWhole = claims[oidc_groups_claim] !== undefined || !config.serverMetadata().userinfo_endpoint
      const more = isWhole ? {} : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
      const all: Record<string, unknown> = { ...more, ...claims }
      const [name = ''] = textsOf(all['name'], all['preferred_username'])
      const ageMs = (claims.iat - (claims.auth_time ?? 0)) * 1000
      const groups = textsOf(all[oidc_groups_claim])
      return { issuer: claims.iss, subject: claims.sub, name, groups, ageMs }
    },
  }
}

/** For the browser; the log says more. */
export function providerFault(error: unknown): 'refused' | 'unavailable' | 'failed' {
  if (error instanceof oidc.AuthorizationResponseError) return 'refused'
  const isCut = error instanceof TypeError || (error as { code?: string }).code === 'OAUTH_TIMEOUT'
  return isCut ? 'unavailable' : 'failed'
}

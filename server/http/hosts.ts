import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'

const PROBES = /^\/(?:healthz|readyz|metrics|service-report)\/?(?:\?|$)/

/** Refuses names that are not the service's, and notes proxies whose `X-Forwarded-For` is ignored. */
export function watchHosts(app: FastifyInstance, hosts: readonly string[] | undefined) {
  const own = hosts && new Set(hosts.map((host) => host.toLowerCase()))
  const proxies = { has_untrusted: false }
  app.decorate('proxies', proxies)
  app.addHook('onRequest', (request, _reply, done) => {
    // Fastify follows the header only from a trusted address.
    if (request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1)
      proxies.has_untrusted = true
    const isOwn = !own || own.has(request.hostname.toLowerCase()) || PROBES.test(request.url)
    done(isOwn ? undefined : new AppError('wrong_host'))
  })
}

declare module 'fastify' {
  interface FastifyInstance {
    proxies: { readonly has_untrusted: boolean }
  }
}

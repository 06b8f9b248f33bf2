/** The headers of every answer, as `@fastify/helmet` takes them; `https` where the service is reached by HTTPS. */
export function securityHeaders(https: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // This header, sent over plain HTTP, would make the page unreachable in a hall's own network.
    strictTransportSecurity: https ? { maxAge: 15_552_000 } : false,
  } as const
}

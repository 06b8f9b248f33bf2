export const BUILD = globalThis.document?.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''

/** For example `index-Ab12Cd34`. */
export const BUILD_NAME = /([\w.-]+?)(?:\.js)?$/.exec(BUILD)?.[1] ?? 'unknown'

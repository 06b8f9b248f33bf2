/** Names this build: the script that starts it has another address as soon as any part of it changes. */
export const BUILD = globalThis.document?.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''

/** The same in a word, such as `index-Ab12Cd34`. */
export const BUILD_NAME = /([\w.-]+?)(?:\.js)?$/.exec(BUILD)?.[1] ?? 'unknown'

/** Names this build: the script that starts it has another address as soon as any part of it changes. */
export const BUILD = globalThis.document?.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''

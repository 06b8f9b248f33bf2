/** The id of this build, from the hashed file name of its entry script. */
export const BUILD = globalThis.document?.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''

/** The same in a word, such as `index-Ab12Cd34`. */
export const BUILD_NAME = /([\w.-]+?)(?:\.js)?$/.exec(BUILD)?.[1] ?? 'unknown'

/** Names this build: the hash in the entry's own address changes with every part of it. */
export const BUILD = new URL(import.meta.url).pathname

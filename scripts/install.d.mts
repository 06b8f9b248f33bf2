// Types of install.mjs for its test.
export function isSupported(version: string): boolean

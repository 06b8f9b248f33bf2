// What its test sees of install.mjs.
export function isSupported(version: string): boolean

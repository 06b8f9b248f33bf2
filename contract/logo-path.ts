/** The address of a logo; `hash` names its bytes, which a browser may keep for good. */
export const logoPath = (hash: string): string => `/api/public/logo/${hash}/`

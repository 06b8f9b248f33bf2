/** The hash changes with the logo, so browsers cache it forever. */
export const logoPath = (hash: string): string => `/api/public/logo/${hash}/`

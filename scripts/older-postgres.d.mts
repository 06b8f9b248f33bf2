export type Tls = { port: number; certificate: string; key: string }
export function findOlderPostgres(): { version: number; bin: string } | undefined
export function startOlderPostgres(
  bin: string,
  tls?: Tls,
): Promise<{ url: string; stop: () => Promise<void> }>

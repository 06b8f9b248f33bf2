export function findOlderPostgres(): { version: number; bin: string } | undefined
export function startOlderPostgres(bin: string): Promise<{ url: string; stop: () => Promise<void> }>

import type pg from 'pg'

/** A restore recognizes servers by this name. It replaces one in the address, which would take precedence. */
export function namedConnection<Config extends pg.ClientConfig>(
  config: Config,
  application_name: string,
): Config {
  const connectionString = config.connectionString?.replaceAll(/(?<=[?&])application_name=[^&#]*&?/g, '')
  return { ...config, ...(connectionString !== undefined && { connectionString }), application_name }
}

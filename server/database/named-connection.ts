import type pg from 'pg'

/**
 * A connection under a name of ours, by which others know it, such as a restore that must not come under a server. A name
 * in the address would win over it.
 */
export function namedConnection<Config extends pg.ClientConfig>(
  config: Config,
  application_name: string,
): Config {
  const connectionString = config.connectionString?.replaceAll(/(?<=[?&])application_name=[^&#]*&?/g, '')
  return { ...config, ...(connectionString !== undefined && { connectionString }), application_name }
}

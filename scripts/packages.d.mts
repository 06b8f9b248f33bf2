// Types of packages.mjs for its test.
type Package = { license?: string | undefined; dev?: boolean }

export function findRefused(packages: Record<string, Package>): { name: string; licence: string }[]
export function newerIn(outdated: Record<string, { wanted?: string; latest?: string }>): string[]
export function findHoles(
  audit: object | undefined,
  explained: Record<string, string>,
): { name: string; title: string; id: string }[] | undefined

/** The cure is absent if the text names it. */
export type Finding = { state: 'ok' | 'problem' | 'not checked'; text: string; cure?: string | undefined }

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const problem = (text: string, cure?: string): Finding => ({ state: 'problem', text, cure })

/** Thrown where something else must work first. */
export class NotChecked extends Error {}

/** The error code of the innermost cause. */
export function codeOf(error: unknown): string {
  const { code, message, cause } = error as NodeJS.ErrnoException
  return cause instanceof Error ? codeOf(cause) : (code ?? message)
}

/** Rewrites typed or pasted text and keeps the caret's place. */
export function rewrite(input: HTMLInputElement, write: (typed: string) => string): void {
  const written = write(input.value)
  if (written === input.value) return
  const caret = write(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  input.value = written
  input.setSelectionRange(caret, caret)
}

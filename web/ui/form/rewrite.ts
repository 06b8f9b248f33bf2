/** Writes what was typed or pasted as `write` has it, and keeps the caret behind what it was behind. */
export function rewrite(input: HTMLInputElement, write: (typed: string) => string): void {
  const written = write(input.value)
  if (written === input.value) return
  const caret = write(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  input.value = written
  input.setSelectionRange(caret, caret)
}

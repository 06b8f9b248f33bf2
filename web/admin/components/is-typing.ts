/** Whether somebody types there, so that a key is a letter and no command. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches('textarea, select, [contenteditable], input:not([type=checkbox])')

/** The key belongs to the input method. Safari ends the composition before its Enter, which is then key 229. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229

/** The key belongs to the input method. Safari ends the composition before its Enter, which is then key 229. */
export const isComposing = ({ keyCode }: Pick<KeyboardEvent, 'keyCode'>): boolean => keyCode === 229

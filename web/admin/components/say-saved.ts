export const SAVED = 'saved'

/** Marks the values of a form that stays open as saved, so that leaving needs no question. */
export const saySaved = (form: HTMLFormElement | null): void =>
  void form?.dispatchEvent(new Event(SAVED, { bubbles: true }))

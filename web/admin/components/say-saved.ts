/** The event by which a form says that the values it keeps were stored as they were sent. */
export const SAVED = 'saved'

/** Says of a form that goes on showing what it has sent that nothing of it would be lost now. */
export const saySaved = (form: HTMLFormElement | null): void =>
  void form?.dispatchEvent(new Event(SAVED, { bubbles: true }))

import { email } from '../../contract/field.ts'

/** The address that answers go to, or undefined when the contact address is none: nothing else may become a header. */
export const replyAddress = (contact_email: string): string | undefined => email.safeParse(contact_email).data

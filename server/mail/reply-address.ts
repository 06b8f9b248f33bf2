import { email } from '../../contract/field.ts'

/** Undefined if the contact address is invalid. */
export const replyAddress = (contact_email: string): string | undefined => email.safeParse(contact_email).data

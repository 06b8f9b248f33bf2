/** The address of a member's read. */
export const readOf = (name: string) => new RegExp(`/api/user/${name}/$`)

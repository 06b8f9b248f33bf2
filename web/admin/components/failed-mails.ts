import { createContext, useContext } from 'react'

const NONE: ReadonlySet<number> = new Set()

/** Reservations whose last mail failed. */
export const FailedMails = createContext(NONE)

export const useFailedMails = (): ReadonlySet<number> => useContext(FailedMails)

export const UNTOLD_TEXT = '메일 실패'
export const UNTOLD_MARK = '✉!'

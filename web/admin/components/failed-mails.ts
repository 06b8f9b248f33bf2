import { createContext, useContext } from 'react'

const NONE: ReadonlySet<number> = new Set()

/** The reservations whose last mail has not arrived, as the frame of the screens last heard. */
export const FailedMails = createContext(NONE)

/** Those reservations. */
export const useFailedMails = (): ReadonlySet<number> => useContext(FailedMails)

/** Whether the last mail about this reservation has not arrived. */
export const useMailHasFailed = (id: number): boolean => useFailedMails().has(id)

/** That mark in words, and where there is no room for them. */
export const UNTOLD_TEXT = '메일 실패'
export const UNTOLD_MARK = '✉!'

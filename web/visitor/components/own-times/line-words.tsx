import type { ReactNode } from 'react'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { SLOT_TEXT } from '../../../components/slot-text.ts'

/** The member's place in the line of a taken time, or that a press would put them in it. */
export const lineWords = (line: number): ReactNode =>
  line > 0 ? (
    placeText(line)
  ) : (
    <>
      <span className="visually-hidden">{SLOT_TEXT.reserved}, </span>대기 가능
    </>
  )

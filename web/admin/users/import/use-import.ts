import { useRef, useState } from 'react'
import {
  importMembers,
  type ImportAnswer,
  type ImportedRow,
} from '../../../../contract/admin/member-import.ts'
import { listMembers } from '../../../../contract/admin/members.ts'
import { readHeader } from '../../../../domain/member-list.ts'
import { ApiError, call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { callWithRetry, UnansweredError } from '../../../api/writes/retrying-call.ts'
import type { Encoding } from '../../components/list-file/csv.ts'
import { FileProblem } from '../../components/list-file/file-problem.ts'
import { readList, type ListFile } from '../../components/list-file/read-list.ts'
import { withReason } from '../../components/with-toast.ts'
import { firstChoice, missingText, rowsOf, type Choice } from './read-file.ts'

const CHECK_FAILED = '파일을 확인하지 못했습니다.'
const IMPORT_FAILED = '회원 등록에 실패했습니다.'
const UNANSWERED = '등록 결과를 확인하지 못했습니다. 다시 확인하면 이미 등록된 회원이 표시됩니다.'
// As long as the service waits for a request.
const TIMEOUT_MS = 60_000
const TYPING_MS = 400

const BEGIN = {
  step: 'choose' as 'choose' | 'checked' | 'done',
  list: null as ListFile | null,
  /** As read from the file. */
  first: null as Choice | null,
  choice: null as Choice | null,
  rows: [] as readonly ImportedRow[],
  answer: null as ImportAnswer | null,
  pending: null as 'check' | 'import' | null,
  error: null as string | null,
}

/** Read here, checked by a dry run after each choice, then imported. */
export function useImport() {
  const [state, setState] = useState(BEGIN)
  const { list, choice, rows } = state
  const set = (change: Partial<typeof BEGIN>) => setState((before) => ({ ...before, ...change }))
  // Only the last check counts.
  const checks = useRef(0)

  const check = async (list: ListFile, choice: Choice, wait = 0) => {
    checks.current += 1
    const own = checks.current
    const isLast = () => own === checks.current
    set({ list, choice, step: 'checked', pending: 'check', error: null })
    try {
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      if (!isLast()) return
      const missing = missingText(choice)
      if (missing) throw new FileProblem(`${missing} 열 확인에서 지정해주세요.`)
      const rows = rowsOf(list.sheets, choice)
      const body = { rows, mode: choice.mode, dry_run: true }
      const answer = await call(importMembers, { body }, { timeoutMs: TIMEOUT_MS })
      if (isLast()) set({ rows, answer, pending: null })
    } catch (failure) {
      if (isLast()) set({ answer: null, pending: null, error: reasonOf(failure) })
    }
  }

  const choose = async (file: File, encoding?: Encoding) => {
    set({ pending: 'check', error: null })
    try {
      const list = await readList(file, encoding)
      const choice = { ...firstChoice(list.sheets), ...(encoding && { mode: state.choice!.mode }) }
      if (!missingText(choice)) rowsOf(list.sheets, choice)
      set({ first: choice })
      await check(list, choice)
    } catch (failure) {
      set({ pending: null, error: reasonOf(failure) })
    }
  }

  const takeOver = async (only_good: boolean, invite: boolean) => {
    set({ pending: 'import', error: null })
    const { mode } = choice!
    try {
      const body = { rows: [...rows], mode, only_good, invite: invite && mode !== 'update' }
      const answer = await callWithRetry(importMembers, { body }, { attemptMs: TIMEOUT_MS })
      set({ step: 'done', answer, pending: null })
    } catch (failure) {
      const error = failure instanceof UnansweredError ? UNANSWERED : withReason(failure, IMPORT_FAILED)
      set({ pending: null, error })
      // Somebody registered since the check, so its answer is outdated.
      if (failure instanceof ApiError && failure.code === 'invalid_input') {
        await check(list!, choice!)
        set({ error })
      }
    } finally {
      void refresh(listMembers)
    }
  }
  return {
    ...state,
    choose: (file: File) => void choose(file),
    readAs: (encoding: Encoding) => list && void choose(list.file, encoding),
    change: (change: Partial<Choice>) => {
      if (!list || !choice) return
      const header = change.sheet === undefined ? choice.header : readHeader(list.sheets[change.sheet]!.lines)
      void check(list, { ...choice, header, ...change }, 'position' in change ? TYPING_MS : 0)
    },
    checkAgain: () => list && choice && void check(list, choice),
    takeOver: (only_good: boolean, invite: boolean) => void takeOver(only_good, invite),
    beginAnew: () => {
      checks.current += 1
      setState(BEGIN)
    },
  }
}

export type Import = ReturnType<typeof useImport>

const reasonOf = (failure: unknown) =>
  failure instanceof FileProblem ? failure.message : withReason(failure, CHECK_FAILED)

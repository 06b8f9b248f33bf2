import { useState } from 'react'
import {
  importMembers,
  type ImportAnswer,
  type ImportedRow,
} from '../../../../contract/admin/member-import.ts'
import { listMembers } from '../../../../contract/admin/members.ts'
import { ApiError, call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { callWithRetry, UnansweredError } from '../../../api/writes/retrying-call.ts'
import { withReason } from '../../components/with-toast.ts'
import { FileProblem } from '../../components/list-file/file-problem.ts'
import { readMembersFile } from './read-file.ts'

const CHECK_FAILED = '파일을 확인하지 못했습니다.'
const IMPORT_FAILED = '회원 등록에 실패했습니다.'
const UNANSWERED = '등록 결과를 확인하지 못했습니다. 다시 확인하면 이미 등록된 회원이 표시됩니다.'
const TIMEOUT_MS = 60_000

type Step = 'choose' | 'checked' | 'done'
type State = {
  step: Step
  file: File | null
  rows: readonly ImportedRow[]
  answer: ImportAnswer | null
  pending: 'check' | 'import' | null
  error: string | null
}

const BEGIN: State = { step: 'choose', file: null, rows: [], answer: null, pending: null, error: null }

/** Read here, checked by a dry run, then imported. */
export function useImport() {
  const [state, setState] = useState(BEGIN)
  const set = (change: Partial<State>) => setState((before) => ({ ...before, ...change }))

  const check = async (file: File, rows?: readonly ImportedRow[]) => {
    set({ file, pending: 'check', error: null })
    try {
      const read = rows ?? (await readMembersFile(file))
      const body = { rows: [...read], dry_run: true }
      const answer = await call(importMembers, { body }, { timeoutMs: TIMEOUT_MS })
      set({ step: 'checked', rows: read, answer, pending: null })
    } catch (failure) {
      set({ pending: null, error: reasonOf(failure) })
    }
  }

  const takeOver = async (only_good: boolean) => {
    set({ pending: 'import', error: null })
    try {
      const answer = await callWithRetry(importMembers, { body: { rows: [...state.rows], only_good } })
      set({ step: 'done', answer, pending: null })
    } catch (failure) {
      const error = failure instanceof UnansweredError ? UNANSWERED : withReason(failure, IMPORT_FAILED)
      set({ pending: null, error })
      // Somebody registered since the check, so its answer is outdated.
      if (failure instanceof ApiError && failure.code === 'invalid_input') {
        await check(state.file!, state.rows)
        set({ error })
      }
    } finally {
      void refresh(listMembers)
    }
  }
  return {
    ...state,
    choose: (file: File) => void check(file),
    checkAgain: () => state.file && void check(state.file, state.rows.length > 0 ? state.rows : undefined),
    takeOver: (only_good: boolean) => void takeOver(only_good),
    beginAnew: () => setState(BEGIN),
  }
}

export type Import = ReturnType<typeof useImport>

const reasonOf = (failure: unknown) =>
  failure instanceof FileProblem ? failure.message : withReason(failure, CHECK_FAILED)

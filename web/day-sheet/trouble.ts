import { ApiError } from '../api/client.ts'

const NO_ANSWER = '연결되지 않아 보내지 못했습니다. 다시 눌러주세요.'

export const troubleOf = (failure: unknown) => (failure instanceof ApiError ? failure.text : NO_ANSWER)

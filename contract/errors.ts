import { LINK_EXPIRED_TEXT } from './text/link-text.ts'

// Separate, so that browsers need not load the whole table.
export const INTERNAL_TEXT = '일시적인 오류가 발생했습니다. 잠시 후 다시 시도해주세요.'

export const EMAIL_EXISTS_TEXT = 'Email already exists'

/** HTTP status and Korean text. */
const TABLE = {
  invalid_input: [400, '입력 내용을 확인해주세요.'],
  invalid_json: [400, '요청 형식이 올바르지 않습니다.'],
  invalid_code: [400, '인증번호가 올바르지 않습니다.'],
  wrong_host: [400, '이 서비스의 주소가 아닙니다. 안내받은 주소로 접속해주세요.'],
  not_consecutive: [400, '연속된 시간으로만 예약이 가능합니다.'],
  not_authenticated: [401, '로그인이 필요합니다.'],
  login_failed: [401, '로그인에 실패했습니다.'],
  second_factor_required: [401, '인증 앱의 6자리 코드를 입력해주세요.'],
  second_factor_failed: [401, '코드가 올바르지 않습니다.'],
  wrong_password: [401, '비밀번호 또는 코드가 올바르지 않습니다.'],
  confirmation_required: [403, '비밀번호를 다시 입력해주세요.'],
  password_change_required: [403, '다른 관리자가 정한 비밀번호입니다. 새 비밀번호로 먼저 변경해주세요.'],
  second_factor_setup_required: [403, '2단계 인증을 먼저 설정해주세요.'],
  code_required: [403, '입력하신 정보가 맞으면 등록된 이메일로 코드를 보냈습니다. 받은 코드를 입력해주세요.'],
  role_required: [403, '이 작업을 할 권한이 없습니다.'],
  csrf_failed: [403, '보안 확인에 실패했습니다. 화면을 새로고침한 뒤 다시 시도해주세요.'],
  scope_required: [403, '이 API 토큰으로는 사용할 수 없는 기능입니다.'],
  cross_site: [403, '다른 사이트에서 보낸 요청은 처리할 수 없습니다.'],
  tier_required: [403, 'VIP 회원만 예약할 수 있습니다.'],
  not_found: [404, '요청하신 내용을 찾을 수 없습니다.'],
  room_not_found: [404, '존재하지 않는 회의실입니다.'],
  link_expired: [404, LINK_EXPIRED_TEXT],
  no_schedule_data: [404, '설정된 행사기간이 아닙니다.'],
  nothing_to_erase: [404, '삭제할 개인정보가 없습니다. 이미 삭제되었을 수 있습니다.'],
  no_sample: [404, '삭제할 견본 데이터가 없습니다. 이미 삭제되었을 수 있습니다.'],
  method_not_allowed: [405, '허용되지 않는 요청 방식입니다.'],
  request_timeout: [408, '요청이 제시간에 도착하지 않았습니다. 다시 시도해주세요.'],
  slot_taken: [409, '이미 예약되었거나 예약할 수 없는 시간입니다.'],
  request_over: [
    409,
    '같은 내용으로 앞서 보낸 예약은 취소·거절되었거나 이미 종료되었습니다. 다시 보내시면 새로 접수됩니다.',
  ],
  too_many_reservations: [409, '끝나지 않은 예약이 너무 많습니다. 지난 뒤 또는 취소한 뒤 다시 예약해주세요.'],
  too_much_time: [409, '예약할 수 있는 시간을 넘었습니다.'],
  waitlist_off: [409, '지금은 자리 대기를 받지 않습니다.'],
  slot_free: [409, '지금 바로 예약할 수 있는 시간입니다. 자리 대기 없이 예약을 신청해주세요.'],
  already_waiting: [409, '이미 자리 대기 중인 시간입니다.'],
  already_reserved: [409, '이미 예약하신 시간입니다.'],
  too_many_entries: [409, '자리 대기 중인 시간이 너무 많습니다. 자리 대기를 취소한 뒤 다시 신청해주세요.'],
  waitlist_over: [409, '이미 끝난 자리 대기입니다.'],
  change_pending: [409, '이미 시간 변경을 요청하신 예약입니다. 결과를 기다려주세요.'],
  not_open: [409, '아직 예약할 수 없습니다.'],
  booking_closed: [409, '예약 가능한 시간이 지났습니다.'],
  past_time: [409, '지난 시간은 예약할 수 없습니다.'],
  event_not_over: [
    409,
    '아직 끝나지 않았거나 처리하지 않은 예약이 있습니다. 모두 끝난 뒤 다시 시도해주세요.',
  ],
  invalid_transition: [409, '현재 상태에서는 처리할 수 없습니다.'],
  too_late: [409, '이미 안내가 발송되어 되돌릴 수 없습니다.'],
  already_arrived: [409, '이미 도착이 확인된 예약입니다.'],
  arrivals_off: [409, '도착 확인이 꺼져 있습니다. 설정에서 켤 수 있습니다.'],
  changed_meanwhile: [409, '다른 관리자가 먼저 변경했습니다. 최신 내용을 확인해주세요.'],
  not_possible: [409, '변경할 수 없는 예약이 있습니다. 결과를 확인해주세요.'],
  email_exists: [409, EMAIL_EXISTS_TEXT],
  admin_exists: [409, '이미 사용 중인 아이디입니다.'],
  last_owner: [409, '비밀번호로 로그인하는 마지막 소유자는 삭제하거나 역할을 바꿀 수 없습니다.'],
  second_factor_exists: [
    409,
    '이미 2단계 인증을 사용하고 있습니다. 복구 코드를 보관하지 못했다면 설정의 관리자 화면에서 새로 만들어주세요.',
  ],
  second_factor_missing: [409, '2단계 인증이 설정되어 있지 않습니다.'],
  webhook_off: [409, '꺼져 있는 웹훅입니다. 웹훅을 켠 뒤 다시 시도해주세요.'],
  mail_not_resendable: [409, '다시 보낼 수 없는 메일입니다.'],
  phone_exists: [409, '이미 등록된 전화번호입니다.'],
  date_exists: [409, '이미 등록된 날짜입니다.'],
  slot_overlap: [409, '이미 등록된 시간과 겹칩니다.'],
  payload_too_large: [413, '요청 내용이 너무 큽니다.'],
  unsupported_media_type: [415, '지원하지 않는 형식의 요청입니다.'],
  idempotency_mismatch: [422, '같은 요청 번호로 다른 내용을 보낼 수 없습니다.'],
  too_many_requests: [429, '요청이 너무 많습니다. 잠시 후 다시 시도해주세요.'],
  internal: [500, INTERNAL_TEXT],
  not_ready: [503, '서비스를 준비하고 있습니다. 잠시 후 다시 시도해주세요.'],
  overloaded: [503, '접속이 많아 처리가 늦어지고 있습니다. 잠시 후 다시 시도해주세요.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof TABLE

export const ERRORS = Object.fromEntries(
  Object.entries(TABLE).map(([code, [status, text]]) => [code, { status, text }]),
) as Record<ErrorCode, { status: number; text: string }>

/** Length counts characters or items. An empty text or list is `required`. */
export const FIELD_CODES = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'invalid',
  'unknown',
] as const
export type FieldCode = (typeof FIELD_CODES)[number]

/** `error` equals `message`; `fields` are dotted input paths. */
export type ErrorBody = {
  code: ErrorCode
  error: string
  message: string
  fields?: Record<string, string>
  /** With the same paths as `fields`. */
  field_codes?: Record<string, FieldCode>
  /** Only with `no_schedule_data`. */
  reason?: 'no_event' | 'no_slots'
  /** Only with `not_possible`. */
  results?: readonly { id: number; type: string; outcome: string }[]
}

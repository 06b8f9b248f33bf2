/** Told of a link that nobody can open any more, by the service and by the screen that it led to. */
export const LINK_EXPIRED_TEXT = '만료되었거나 사용할 수 없는 링크입니다.'

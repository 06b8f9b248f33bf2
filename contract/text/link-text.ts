/** Shown by the service and by the screen behind the link. */
export const LINK_EXPIRED_TEXT = '만료되었거나 사용할 수 없는 링크입니다.'

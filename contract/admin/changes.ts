/** Within `/api/admin/`, to which session cookies are limited. */
export const ADMIN_CHANGES_PATH = '/api/admin/changes/'

/** Reservations or their slots have changed. */
export const RESERVATIONS_TOPIC = 'reservations'

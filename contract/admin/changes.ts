/** Where an administrator's browser listens: the cookie of its session is sent to no address outside `/api/admin/`. */
export const ADMIN_CHANGES_PATH = '/api/admin/changes/'

/** The one topic of administrators: reservations, or the times that they are for, may have changed. */
export const RESERVATIONS_TOPIC = 'reservations'

/** The smallest phone that there is, a usual one, and a desk. */
export const SMALL = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
export const DESK = { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false }

export { UpcomingPopup as default } from './upcoming-popup.tsx'

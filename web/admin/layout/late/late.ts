// The parts of the frame that no screen waits for.
export { AttentionLinks } from './attention.tsx'
export { SessionHold } from './session-hold.tsx'

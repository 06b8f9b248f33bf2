/** `대기 2번째`. */
export const placeText = (place: number): string => `대기 ${place}번째`

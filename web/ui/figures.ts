/** Numbers, times and names: tabular, and left alone by the browser's translator. */
export const figures = (className = '') => ({ className: `numerals ${className}`, translate: 'no' as const })

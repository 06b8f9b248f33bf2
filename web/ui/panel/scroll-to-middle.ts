/** Not scrollIntoView, which would scroll the page too. */
export function scrollToMiddle(strip: HTMLElement | null, chosen: HTMLElement | null | undefined): void {
  if (strip && chosen) strip.scrollLeft = chosen.offsetLeft + (chosen.offsetWidth - strip.clientWidth) / 2
}

// The server writes the state at the time of the request. A page that stays open, or comes from a cache, must update it.
const CHECK_MS = 30_000

/** Shows whether the studio is open, by the reader's clock and the states that the page lists. */
export function showOpening() {
  const line = document.querySelector<HTMLElement>('[data-opening]')
  if (!line) return
  const states: [from: number, text: string][] = JSON.parse(line.dataset.opening || '[]')
  const current = states.findLast(([from]) => from <= Date.now()) ?? states[0]
  if (current && line.textContent !== current[1]) line.textContent = current[1]
}

setInterval(showOpening, CHECK_MS)

const LEVELS = 3

/** The titles that were added here. Titles of components stay. */
const ownTitles = new WeakSet<Element>()

const hasCutText = (element: Element) => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  return (
    (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) ||
    (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight)
  )
}

/** The texts below the pointer are usually the target or a few levels above it. */
function findClipped(target: Element): Element | null {
  let element: Element | null = target
  for (let level = 0; element && level < LEVELS; level += 1) {
    if (hasCutText(element)) return element
    element = element.parentElement
  }
  return null
}

function addTitle({ target }: Event) {
  if (!(target instanceof HTMLElement)) return
  const clipped = findClipped(target)
  const titled = target.closest('[title]')
  // The text or its width has changed since.
  if (titled && ownTitles.has(titled) && titled !== clipped) titled.removeAttribute('title')
  if (!(clipped instanceof HTMLElement) || (titled && !ownTitles.has(titled))) return
  clipped.title = clipped.innerText.trim()
  ownTitles.add(clipped)
}

/** Gives every text that is cut with an ellipsis its whole text as a title, once a pointer is over it. */
export function showTitlesOfCutTexts() {
  // The browser ignores a listener that it already has.
  document.addEventListener('pointerover', addTitle, { passive: true })
}

/**
 * The search box and the tabs of the documentation, which filter one list. Without this script the list is complete and its
 * links work.
 */
export function listenToDocs() {
  const list = document.querySelector<HTMLElement>('[data-docs]')
  const box = document.querySelector<HTMLInputElement>('#docs-search')
  document.addEventListener('keydown', (event) => {
    if (
      event.key !== '/' ||
      !box ||
      (event.target instanceof Element && event.target.matches('input, textarea, select'))
    )
      return
    event.preventDefault()
    box.focus()
  })
  if (list && box) setUpFilter(list, box)
}

const tabs = () => [...document.querySelectorAll<HTMLAnchorElement>('[role="tab"]')]

function setUpFilter(list: HTMLElement, box: HTMLInputElement) {
  const select = (tab = tabs()[0], hash = tab?.hash) => {
    for (const other of tabs()) {
      other.ariaSelected = String(other === tab)
      other.tabIndex = other === tab ? 0 : -1
    }
    if (tab) list.setAttribute('aria-labelledby', tab.id)
    if (hash && hash !== window.location.hash) window.history.replaceState(null, '', hash)
    showMatches(list, box, tab)
  }
  const search = () => (box.value ? select(tabs()[0], '') : showMatches(list, box, tabs().find(isSelected)))
  box.value = new URLSearchParams(window.location.search).get('q') ?? ''
  select(
    tabs().find(({ hash }) => !box.value && hash === window.location.hash),
    '',
  )
  box.addEventListener('input', search)
  box.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (box.value) linksIn(list)[0]?.click()
  })
  document.addEventListener('click', (event) => {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"], [data-clears]') : null
    if (!target) return
    event.preventDefault()
    if (target instanceof HTMLAnchorElement) return select(target)
    box.value = ''
    box.focus()
    search()
  })
  document.addEventListener('keydown', (event) => moveFocus(event, list, box, select))
}

const isSelected = (tab: Element) => tab.ariaSelected === 'true'
const linksIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('li:not([hidden]) a')]

function showMatches(list: HTMLElement, box: HTMLInputElement, tab: HTMLAnchorElement | undefined) {
  const words = box.value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const topic = tab?.hash.slice(1)
  for (const section of list.querySelectorAll('section')) {
    const isShown = topic === list.id || topic === section.id
    const entries = [...section.querySelectorAll('li')]
    for (const entry of entries)
      entry.hidden = !isShown || !words.every((word) => entry.dataset.words?.includes(` ${word}`))
    section.hidden = entries.every(({ hidden }) => hidden)
  }
  const matchCount = linksIn(list).length
  const emptyMessage = list.querySelector<HTMLElement>('[data-none]')
  if (emptyMessage) emptyMessage.hidden = matchCount > 0
  const status = list.querySelector('[role="status"]')
  if (status) status.textContent = words.length > 0 ? `${matchCount} found` : ''
}

/** Arrow keys: left and right move between tabs, up and down between the search box and its results. */
function moveFocus(
  event: KeyboardEvent,
  list: HTMLElement,
  box: HTMLElement,
  select: (tab: HTMLAnchorElement) => void,
) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  const focused = document.activeElement
  if (!step || !(focused instanceof HTMLElement)) return
  const isHorizontal = event.key === 'ArrowRight' || event.key === 'ArrowLeft'
  const elements = isHorizontal ? tabs() : [box, ...linksIn(list)]
  const index = elements.indexOf(focused)
  const next = index < 0 ? undefined : elements[index + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  if (isHorizontal && next instanceof HTMLAnchorElement) select(next)
}

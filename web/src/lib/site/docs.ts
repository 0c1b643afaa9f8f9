/**
 * The search box and the tabs of the documentation, which filter one list. Without this script the list is complete and its
 * links work.
 */
export function setUpDocs() {
  const list = document.querySelector<HTMLElement>('[data-docs]')
  const searchField = document.querySelector<HTMLInputElement>('#docs-search')
  document.addEventListener('keydown', (event) => {
    if (
      event.key !== '/' ||
      !searchField ||
      (event.target instanceof Element && event.target.matches('input, textarea, select'))
    )
      return
    event.preventDefault()
    searchField.focus()
  })
  if (list && searchField) setUpFilter(list, searchField)
}

const listTabs = () => [...document.querySelectorAll<HTMLAnchorElement>('[role="tab"]')]

function setUpFilter(list: HTMLElement, searchField: HTMLInputElement) {
  const select = (tab = listTabs()[0], hash = tab?.hash) => {
    for (const other of listTabs()) {
      other.ariaSelected = String(other === tab)
      other.tabIndex = other === tab ? 0 : -1
    }
    if (tab) list.setAttribute('aria-labelledby', tab.id)
    if (hash && hash !== window.location.hash) window.history.replaceState(null, '', hash)
    showMatches(list, searchField, tab)
  }
  const search = () =>
    searchField.value ? select(listTabs()[0], '') : showMatches(list, searchField, listTabs().find(isSelected))
  searchField.value = new URLSearchParams(window.location.search).get('q') ?? ''
  select(
    listTabs().find(({ hash }) => !searchField.value && hash === window.location.hash),
    '',
  )
  searchField.addEventListener('input', search)
  searchField.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    if (searchField.value) listLinks(list)[0]?.click()
  })
  document.addEventListener('click', (event) => {
    const target =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[role="tab"], [data-clears]') : null
    if (!target) return
    event.preventDefault()
    if (target instanceof HTMLAnchorElement) return select(target)
    searchField.value = ''
    searchField.focus()
    search()
  })
  document.addEventListener('keydown', (event) => moveFocus(event, list, searchField, select))
}

const isSelected = (tab: Element) => tab.ariaSelected === 'true'
const listLinks = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('li:not([hidden]) a')]

function showMatches(list: HTMLElement, searchField: HTMLInputElement, tab: HTMLAnchorElement | undefined) {
  const words = searchField.value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const topic = tab?.hash.slice(1)
  for (const section of list.querySelectorAll('section')) {
    const isShown = topic === list.id || topic === section.id
    const entries = [...section.querySelectorAll('li')]
    for (const entry of entries)
      entry.hidden = !isShown || !words.every((word) => entry.dataset.words?.includes(` ${word}`))
    section.hidden = entries.every(({ hidden }) => hidden)
  }
  const matchCount = listLinks(list).length
  const emptyMessage = list.querySelector<HTMLElement>('[data-none]')
  if (emptyMessage) emptyMessage.hidden = matchCount > 0
  const status = list.querySelector('[role="status"]')
  if (status) status.textContent = words.length > 0 ? `${matchCount} found` : ''
}

/** Arrow keys: left and right move between tabs, up and down between the search box and its results. */
function moveFocus(
  event: KeyboardEvent,
  list: HTMLElement,
  searchField: HTMLElement,
  select: (tab: HTMLAnchorElement) => void,
) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  const focused = document.activeElement
  if (!step || !(focused instanceof HTMLElement)) return
  const isHorizontal = event.key === 'ArrowRight' || event.key === 'ArrowLeft'
  const elements = isHorizontal ? listTabs() : [searchField, ...listLinks(list)]
  const index = elements.indexOf(focused)
  const next = index < 0 ? undefined : elements[index + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  if (isHorizontal && next instanceof HTMLAnchorElement) select(next)
}

import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'

type Tab = { value: string; label: string; badge?: ReactNode; content: ReactNode }

type TabsProps = {
  label: string
  value: string
  onChange: (value: string) => void
  tabs: readonly Tab[]
  /** The heading of the section, on the same line before the tabs. */
  heading?: ReactNode
  /** Controls of the selected tab, on the same line as the tabs. */
  toolbar?: ReactNode
}

/** The index of the tab to select after a key; null for other keys. */
function tabIndexAfterKey(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

type TabKeys = { id: string; value: string; onChange: (value: string) => void; tabs: readonly { value: string }[] }

/** The key handler of a tab list: arrows, Home and End select a tab and focus it. Vertical lists use the up and down arrows. */
export function createTabKeyHandler({ id, value, onChange, tabs }: TabKeys, isVertical = false) {
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const key = isVertical ? event.key.replace('Down', 'Right').replace('Up', 'Left') : event.key
    const selected = tabs.findIndex((tab) => tab.value === value)
    const index = tabIndexAfterKey(key, selected, tabs.length)
    const next = index === null ? undefined : tabs[index]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-tab-${next.value}`)?.focus()
  }
}

/**
 * How far a row scrolls to show the whole selected tab, near its middle. It begins with a whole tab, if the end of the row
 * leaves that choice.
 */
function computeScroll(row: HTMLElement, selected: HTMLElement) {
  const end = row.scrollWidth - row.clientWidth
  const middle = Math.min(selected.offsetLeft, selected.offsetLeft - (row.clientWidth - selected.offsetWidth) / 2)
  if (middle <= 0) return 0
  const leastNeeded = selected.offsetLeft + selected.offsetWidth - row.clientWidth
  const starts = [...row.children]
    .map((tab) => (tab instanceof HTMLElement ? tab.offsetLeft : 0))
    .filter((start) => start <= end)
  return starts.find((start) => start >= middle) ?? starts.findLast((start) => start >= leastNeeded) ?? end
}

/**
 * Scrolls the selected tab to about the middle of a row wider than the screen, again when fonts or badges change the widths,
 * until the user scrolls. @param tab its id
 */
function useSelectedTabInView(tab: string) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = list.current
    const selected = document.getElementById(tab)
    if (!row || !selected) return
    let centeredWidths = ''
    const center = () => {
      const widths = `${row.clientWidth} ${row.scrollWidth}`
      if (widths === centeredWidths) return
      centeredWidths = widths
      // Horizontally only: `scrollIntoView` would move the page too.
      row.scrollLeft = computeScroll(row, selected)
    }
    center()
    const observer = new ResizeObserver(center)
    for (const observed of [row, ...row.children]) observer.observe(observed)
    const stop = () => observer.disconnect()
    row.addEventListener('pointerdown', stop)
    row.addEventListener('wheel', stop, { passive: true })
    return () => {
      stop()
      row.removeEventListener('pointerdown', stop)
      row.removeEventListener('wheel', stop)
    }
  }, [tab])
  return list
}

/** Marks a row that scrolls sideways with the sides on which it continues, so that it fades there (`fadeClasses`). */
function useFadedEdges<Row extends HTMLElement>(row: RefObject<Row | null>) {
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const markEdges = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      element.toggleAttribute('data-more-left', scrollLeft > 1)
      element.toggleAttribute('data-more-right', scrollLeft + clientWidth < scrollWidth - 1)
    }
    markEdges()
    const observer = new ResizeObserver(markEdges)
    for (const observed of [element, ...element.children]) observer.observe(observed)
    element.addEventListener('scroll', markEdges, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', markEdges)
    }
  }, [row])
}

// On the left only about the space before a tab's text, because the first visible tab is whole.
const fadeClasses = 'data-more-left:mask-l-from-[calc(100%-1rem)] data-more-right:mask-r-from-[calc(100%-3rem)]'

/**
 * Tabs that the screen controls. They do not use Radix, whose tabs would add more script than the rest of such a page. The list
 * is one stop of the Tab key. Arrows, Home and End select another tab.
 */
export function Tabs({ label, value, onChange, tabs, heading, toolbar }: TabsProps) {
  const id = useId()
  const hasMore = Boolean(heading || toolbar)
  const list = useSelectedTabInView(`${id}-tab-${value}`)
  useFadedEdges(list)
  return (
    <div className="min-w-0">
      <div className={cx(hasMore && 'flex flex-wrap items-center justify-between gap-2 md:gap-x-4')}>
        {heading}
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={createTabKeyHandler({ id, value, onChange, tabs })}
          className={cx(
            'relative flex gap-1 overflow-x-auto [scrollbar-width:none] md:flex-wrap md:overflow-visible',
            'border-border',
            hasMore ? 'md:border-b' : 'border-b',
            fadeClasses,
          )}
        >
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={`${id}-panel-${tab.value}`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className="-mb-px flex min-h-11 items-center gap-2 border-b-2 border-transparent px-3 text-sm md:px-4 font-medium whitespace-nowrap text-muted-foreground transition duration-150 -outline-offset-2 hover:text-foreground aria-selected:border-link aria-selected:text-foreground"
            >
              {tab.label}
              {tab.badge}
            </button>
          ))}
        </div>
        {toolbar}
      </div>
      {tabs.map((tab) => (
        <Panel key={tab.value} id={id} tab={tab} isSelected={tab.value === value} isDense={hasMore} />
      ))}
    </div>
  )
}

type PanelProps = { id: string; tab: Tab; isSelected: boolean; isDense: boolean }

const Panel = ({ id, tab, isSelected, isDense }: PanelProps) => (
  <div
    role="tabpanel"
    id={`${id}-panel-${tab.value}`}
    aria-labelledby={`${id}-tab-${tab.value}`}
    hidden={!isSelected}
    className={isDense ? 'pt-3' : 'pt-6'}
  >
    {isSelected && tab.content}
  </div>
)

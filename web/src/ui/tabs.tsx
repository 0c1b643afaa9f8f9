import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type Tab = { value: string; label: string; badge?: ReactNode; content: ReactNode }

type TabsProps = { label: string; value: string; onChange: (value: string) => void; tabs: readonly Tab[] }

/** Where a key leads from the tab at a place among so many; null for a key that means nothing here. */
function placeAfterKey(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Keeps the chosen tab in the middle of a row that is wider than the screen. @param tab its id */
function useChosenInSight(tab: string) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = list.current
    const chosen = document.getElementById(tab)
    // Sideways alone: `scrollIntoView` would move the page as well.
    if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
  }, [tab])
  return list
}

/**
 * Tabs whose choice the screen holds, usually in the address. By hand rather than from Radix, whose collections weigh
 * more than all the rest of a page with tabs: one stop for the Tab key, arrows, Home and End go on to another tab.
 */
export function Tabs({ label, value, onChange, tabs }: TabsProps) {
  const id = useId()
  const list = useChosenInSight(`${id}-tab-${value}`)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const chosen = tabs.findIndex((tab) => tab.value === value)
    const place = placeAfterKey(event.key, chosen, tabs.length)
    const next = place === null ? undefined : tabs[place]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-tab-${next.value}`)?.focus()
  }
  return (
    <div className="min-w-0">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="relative flex gap-1 overflow-x-auto border-b border-border md:flex-wrap md:overflow-visible"
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
            className="-mb-px flex min-h-11 items-center gap-2 border-b-2 border-transparent px-4 text-sm font-medium whitespace-nowrap text-muted-foreground transition duration-150 -outline-offset-2 hover:text-foreground aria-selected:border-link aria-selected:text-foreground"
          >
            {tab.label}
            {tab.badge}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <Panel key={tab.value} id={id} tab={tab} isChosen={tab.value === value} />
      ))}
    </div>
  )
}

const Panel = ({ id, tab, isChosen }: { id: string; tab: Tab; isChosen: boolean }) => (
  <div
    role="tabpanel"
    id={`${id}-panel-${tab.value}`}
    aria-labelledby={`${id}-tab-${tab.value}`}
    hidden={!isChosen}
    className="pt-6"
  >
    {isChosen && tab.content}
  </div>
)

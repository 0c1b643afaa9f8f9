import { type ReactNode, Suspense, useId } from 'react'
import { Select } from './select.tsx'
import { SkeletonCard } from './skeleton-shapes.tsx'
import { createTabKeyHandler } from './tabs.tsx'
import { useMediaQuery } from './use-is-phone.ts'

/** For a card with the title of its section. Where the sections are a select, it shows the title already. */
export const sectionTitleClasses = 'max-lg:[&>header_h2]:sr-only'

type SideTab = { value: string; label: string; content: ReactNode }
export type SideTabGroup = { label: string; tabs: readonly SideTab[] }

type SideTabsProps = {
  label: string
  value: string
  onChange: (value: string) => void
  groups: readonly SideTabGroup[]
}

/**
 * Tabs as a list at the side, in groups, for screens with many tabs. Their content may be lazy. All of them are as wide as a
 * form, so that nothing jumps. Below 1024 px they become one select to save space. It stays visible below the bar at the top.
 */
export function SideTabs({ label, value, onChange, groups }: SideTabsProps) {
  const isWide = useMediaQuery('(min-width: 1024px)')
  const id = useId()
  const selected = groups.flatMap((group) => group.tabs).find((tab) => tab.value === value)
  const panelProps = isWide
    ? { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-tab-${value}` }
    : { role: 'region', 'aria-label': selected?.label }
  // Both layouts are one tree, so that rotating a tablet does not reset open parts and typed text.
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[12rem_minmax(0,52rem)] lg:items-start lg:gap-8">
      {isWide ? (
        <TabList id={id} label={label} value={value} onChange={onChange} groups={groups} />
      ) : (
        <div
          data-sticky-top
          className="sticky top-[calc(4rem+env(safe-area-inset-top))] z-10 -mx-4 -mt-4 border-b border-border bg-background px-4 py-2 md:-mx-8 md:px-8"
        >
          <Select
            aria-label={label}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            choices={groups.map((group) => ({ label: group.label, choices: group.tabs }))}
            className="font-medium"
          />
        </div>
      )}
      <div {...panelProps} className="min-w-0">
        <Suspense key={value} fallback={<SkeletonCard />}>
          {selected?.content}
        </Suspense>
      </div>
    </div>
  )
}

type TabListProps = SideTabsProps & { id: string }

function TabList({ id, label, value, onChange, groups }: TabListProps) {
  const tabs = groups.flatMap((group) => group.tabs)
  return (
    <div
      role="tablist"
      aria-label={label}
      aria-orientation="vertical"
      onKeyDown={createTabKeyHandler({ id, value, onChange, tabs }, true)}
      className="sticky top-20 -mt-1 grid max-h-[calc(100dvh-6rem)] gap-3 overflow-y-auto"
    >
      {groups.map((group) => (
        <div key={group.label} role="presentation" className="grid gap-px">
          <p aria-hidden className="px-3 pb-0.5 text-xs font-medium text-muted-foreground">
            {group.label}
          </p>
          {group.tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              className="min-h-7 rounded-md px-3 text-left text-sm font-medium text-muted-foreground transition duration-150 -outline-offset-2 hover:bg-muted hover:text-foreground aria-selected:bg-muted aria-selected:text-foreground"
            >
              {tab.label}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

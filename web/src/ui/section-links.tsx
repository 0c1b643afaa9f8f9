import { useRef } from 'react'
import { cx } from './cx.ts'
import { fadeClasses, useFadedEdges } from './tabs.tsx'

type SectionLinksProps = {
  label: string
  /** The sections of the page, by the ids of their elements. */
  sections: readonly { id: string; label: string }[]
}

/** Links to the sections of a long page, which stay visible below the bar at the top. Hidden from 1280 px on. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  const row = useRef<HTMLUListElement>(null)
  useFadedEdges(row)
  return (
    <nav
      aria-label={label}
      data-sticky-top
      className="sticky top-[calc(4rem+env(safe-area-inset-top))] z-10 -mx-4 min-w-0 border-b border-border bg-background md:-mx-8 xl:hidden"
    >
      <ul ref={row} className={cx('flex gap-2 overflow-x-auto px-4 py-2 md:px-8', fadeClasses)}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center rounded-md border border-border bg-raised px-3 text-sm font-medium whitespace-nowrap hover:bg-muted md:min-h-9"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

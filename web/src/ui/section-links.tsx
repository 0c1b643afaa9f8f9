import { useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { fadeClasses, useFadedEdges } from './tabs.tsx'

type SectionLinksProps = {
  label: string
  /** The sections of the page, by the ids of their elements. */
  sections: readonly { id: string; label: string }[]
}

/** The distance from the top of the screen, in pixels, at which a section becomes the current one. */
const CURRENT_AT = 160

/** The id of the section that the reader sees: the last one that begins above the middle of the bars at the top. */
function useCurrentSection(sections: SectionLinksProps['sections']) {
  const [current, setCurrent] = useState(sections[0]?.id)
  useEffect(() => {
    const update = () => {
      const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1
      const passed = sections.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top <= CURRENT_AT
      })
      setCurrent((isAtEnd ? sections : passed).at(-1)?.id ?? sections[0]?.id)
    }
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [sections])
  return current
}

/** Links to the sections of a long page, which stay visible below the bar at the top; the current one is marked. Hidden from 1280 px on. */
export function SectionLinks({ label, sections }: SectionLinksProps) {
  const row = useRef<HTMLUListElement>(null)
  const current = useCurrentSection(sections)
  useFadedEdges(row)
  return (
    <nav
      aria-label={label}
      data-sticky-top
      className="sticky top-[calc(4rem+env(safe-area-inset-top))] z-10 -mx-4 min-w-0 border-b border-border bg-background md:-mx-8 xl:hidden"
    >
      <ul ref={row} className={cx('flex gap-1 overflow-x-auto px-1 md:px-5', fadeClasses)}>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground aria-[current]:border-link aria-[current]:text-foreground"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

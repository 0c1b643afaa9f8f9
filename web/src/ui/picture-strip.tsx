import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type PictureStripProps = {
  /** The name for screen readers. */
  label: string
  /** How many pictures it has, in words, above them. */
  count?: ReactNode
  /** Sets the height, so that nothing moves while pictures load. */
  className: string
  /** Pictures with `slideClasses`. */
  children: ReactNode
}

/**
 * Several pictures to scroll through sideways, by touch, wheel or arrow keys. It works without a script. The next picture is
 * partly visible; on wide screens a strip with a count shows whole pictures above its scrollbar.
 */
export function PictureStrip({ label, count, className, children }: PictureStripProps) {
  return (
    <div className={cx('relative', className)}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it only while it has the focus.
        tabIndex={0}
        className={cx(
          'flex size-full snap-x snap-mandatory gap-1 overflow-x-auto overflow-y-hidden overscroll-x-contain [scrollbar-width:thin] focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring motion-safe:scroll-smooth',
          Boolean(count) && 'md:*:w-full md:*:max-w-full',
        )}
      >
        {children}
      </section>
      {count && (
        <small className="pointer-events-none absolute top-2 right-2 rounded-full bg-[rgb(0_0_0/0.75)] px-2 py-0.5 text-xs font-medium text-[#fff]">
          {count}
        </small>
      )}
    </div>
  )
}

/** Classes of a picture in a strip. */
export const slideClasses =
  'aspect-[4/3] h-full w-auto max-w-[88%] shrink-0 snap-start bg-muted object-cover only:max-w-full only:w-full'

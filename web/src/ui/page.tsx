import { type ReactNode, useEffect } from 'react'
import { cx } from './cx.ts'

/** Sets the browser tab's title; the server's title stays until a screen sets one. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}

type PageProps = {
  title: string
  subtitle?: string | undefined
  /** The main action; at the bottom of the screen under 768 px. */
  action?: ReactNode
  /** Suffix of the tab's title. */
  titleSuffix?: string
  /** Uses the full width, such as for a table. */
  wide?: boolean
  /**
   * Title and subtitle on one line, with less space around; for screens that are one large area, such as a calendar. Implies
   * `wide`.
   */
  dense?: boolean
  children: ReactNode
}

/** The frame of every screen: title, subtitle, main action, content. */
export function Page(props: PageProps) {
  const { title, subtitle, action, titleSuffix = 'StudioHub', wide = false, dense = false, children } = props
  useTitle(`${title} - ${titleSuffix}`)
  return (
    <div
      className={cx(
        'mx-auto grid w-full',
        dense ? 'gap-2 p-4 pt-3 md:px-8 md:py-4' : 'gap-6 p-4 md:p-8 md:pb-12',
        'max-md:pb-[calc(var(--bottom-tabs)+5.5rem)]',
        wide || dense ? 'max-w-[100rem]' : 'max-w-6xl',
      )}
    >
      <header className={cx('flex flex-wrap justify-between gap-4', dense ? 'items-center' : 'items-start')}>
        <div className={cx('grid', dense ? 'md:flex md:items-baseline md:gap-3' : 'gap-1')}>
          <h1 className="text-xl font-semibold">{title}</h1>
          {subtitle && <p className="text-sm text-muted-foreground">{subtitle}</p>}
        </div>
        {action && (
          <div className="max-md:fixed max-md:right-4 max-md:bottom-[calc(var(--bottom-tabs)+max(1rem,env(safe-area-inset-bottom)))] max-md:z-20 max-md:flex max-md:gap-2 max-md:[&_a]:shadow-lg max-md:[&_button]:shadow-lg">
            {action}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

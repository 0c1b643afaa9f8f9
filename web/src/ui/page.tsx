import { type ReactNode, useEffect } from 'react'
import { cx } from './cx.ts'

/** Names the page in the browser's tab; the server's own title stays until a screen has one. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}

type PageProps = {
  title: string
  subtitle?: string | undefined
  /** The one main action; under 768 px it stays within reach of a thumb. */
  action?: ReactNode
  /** Whose page it is, for the browser's tab. */
  owner?: string
  /** For what has a use for all the width there is, such as a calendar. */
  wide?: boolean
  children: ReactNode
}

/** The frame of every screen: title, one line below it, the main action, then the matter. */
export function Page({ title, subtitle, action, owner = 'StudioHub', wide = false, children }: PageProps) {
  useTitle(`${title} - ${owner}`)
  return (
    <div className={cx('mx-auto grid w-full gap-6 p-4 pb-28 md:p-8 md:pb-12', wide ? 'max-w-[100rem]' : 'max-w-6xl')}>
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-xl font-semibold">{title}</h1>
          {subtitle && <p className="text-sm text-muted-foreground">{subtitle}</p>}
        </div>
        {action && (
          <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-30 max-md:grid max-md:border-t max-md:border-border max-md:bg-background max-md:p-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            {action}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

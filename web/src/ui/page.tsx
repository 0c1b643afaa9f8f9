import { type ReactNode, useEffect } from 'react'
import { cx } from './cx.ts'

/** Sets the title of the browser tab. Until a screen sets one, the tab has the server's title. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}

type PageProps = {
  title: string
  subtitle?: ReactNode
  /** The state of what the page shows, next to the title. */
  badge?: ReactNode
  /** The main action, with an icon. Under 768 px it shows only the icon, so that it fits next to the title. */
  action?: ReactNode
  /** A link above the title, to the page that this one belongs to. */
  breadcrumb?: ReactNode
  /** Other actions. They stay next to the title. */
  otherActions?: ReactNode
  /** Suffix of the tab's title. */
  titleSuffix?: string
  /** Uses the full width, for example for a table. */
  wide?: boolean
  /** A narrow column in the middle of the screen, for example for a single form. */
  narrow?: boolean
  /**
   * Title and subtitle on one line, with less space around; for screens that are one large area, such as a calendar. Implies
   * `wide`.
   */
  dense?: boolean
  /** On phones the title is only for screen readers, because the content has a head of its own, such as an open conversation. */
  hidesHeadOnPhone?: boolean
  children: ReactNode
}

/** The frame of every screen: title, subtitle, actions, content. */
export function Page(props: PageProps) {
  const { title, titleSuffix = 'StudioHub', breadcrumb, wide = false, narrow = false, dense = false, children } = props
  useTitle(`${title} - ${titleSuffix}`)
  return (
    <div
      className={cx(
        'mx-auto grid w-full grid-cols-1 p-4 pt-2 md:px-8 md:pt-4',
        dense ? 'gap-2' : 'gap-6 md:pb-12',
        wide || dense ? 'max-w-[100rem]' : narrow ? 'max-w-[56rem]' : 'max-w-[76rem]',
      )}
    >
      {breadcrumb ? (
        <div className="grid grid-cols-1 gap-2">
          {breadcrumb}
          <PageHeader {...props} narrow={narrow} />
        </div>
      ) : (
        <PageHeader {...props} narrow={narrow} />
      )}
      {children}
    </div>
  )
}

// The text is still the accessible name.
const iconClasses = cx(
  'max-md:[&>*]:size-11 max-md:[&>*]:gap-0 max-md:[&>*]:p-0 max-md:[&>*]:text-[0px]',
  'max-md:[&_svg]:size-5',
)

/**
 * The title with the actions next to it. On phones the actions are beside the title and the subtitle, and all begin at the top, so
 * that the title does not move from page to page.
 */
function PageHeader({ title, badge, subtitle, action, otherActions, narrow, dense, hidesHeadOnPhone }: PageProps) {
  const heading = <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
  return (
    <header
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 md:min-h-10 md:items-center md:gap-x-4',
        narrow && 'gap-y-1',
        // As a block, because in a grid of one pixel the title would have no size.
        hidesHeadOnPhone && 'max-md:sr-only max-md:block',
      )}
    >
      {/* A subtitle that does not fit next to the title is below it. */}
      <div className={narrow ? 'contents' : 'max-md:contents md:flex md:flex-wrap md:items-baseline md:gap-x-4'}>
        {badge ? (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {heading}
            {badge}
          </div>
        ) : (
          heading
        )}
        {subtitle && (
          <p
            className={cx(
              'text-sm text-muted-foreground max-md:row-start-2',
              dense && 'max-md:text-xs',
              narrow && 'md:row-start-2',
            )}
          >
            {subtitle}
          </p>
        )}
      </div>
      {(action || otherActions) && (
        <div
          className={cx(
            'col-start-2 row-start-1 flex gap-2 max-md:row-end-3 max-md:[&>*]:min-h-11',
            narrow ? 'md:row-span-2 md:self-start' : 'md:self-center',
          )}
        >
          {otherActions}
          {action && <div className={iconClasses}>{action}</div>}
        </div>
      )}
    </header>
  )
}

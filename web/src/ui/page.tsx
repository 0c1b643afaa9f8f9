import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { useScrollDirection } from './use-scroll-direction.ts'

/** Sets the title of the browser tab. Until a screen sets one, the tab has the server's title. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}

type PageProps = {
  title: string
  subtitle?: string | undefined
  /** The main action, with an icon. Under 768 px it is a round floating button with only the icon, so that it hides little. */
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
  children: ReactNode
}

/** The frame of every screen: title, subtitle, actions, content. */
export function Page(props: PageProps) {
  const {
    title,
    titleSuffix = 'StudioHub',
    breadcrumb,
    action,
    wide = false,
    narrow = false,
    dense = false,
    children,
  } = props
  useTitle(`${title} - ${titleSuffix}`)
  return (
    <div
      className={cx(
        'mx-auto grid w-full grid-cols-1',
        dense ? 'gap-2 p-4 pt-2 md:px-8 md:py-4' : 'gap-6 p-4 md:px-8 md:pt-4 md:pb-12',
        // The last row can be scrolled above the floating button.
        action ? 'max-md:pb-22' : null,
        wide || dense ? 'max-w-[100rem]' : narrow ? 'max-w-[56rem]' : 'max-w-[76rem]',
      )}
    >
      {breadcrumb ? (
        <div className="grid grid-cols-1 gap-1">
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
const floatingClasses = cx(
  'max-md:fixed max-md:right-4 max-md:bottom-[calc(var(--bottom-tabs)+max(1rem,env(safe-area-inset-bottom)))] max-md:z-20',
  'max-md:[&>*]:size-14 max-md:[&>*]:gap-0 max-md:[&>*]:rounded-full max-md:[&>*]:p-0 max-md:[&>*]:text-[0px] max-md:[&>*]:shadow-lg',
  'max-md:[&_svg]:size-6',
  // Hidden while the reader scrolls down, because it would cover the buttons of rows. The keyboard's focus shows it.
  'max-md:transition max-md:duration-150',
  'max-md:[&[data-scrolled-down]:not(:has(:focus-visible))]:pointer-events-none',
  'max-md:[&[data-scrolled-down]:not(:has(:focus-visible))]:opacity-0',
)

/** The main action; under 768 px it floats. */
function MainAction({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useScrollDirection(element)
  return (
    <div ref={element} className={floatingClasses}>
      {children}
    </div>
  )
}

/** The title with the actions next to it. On phones the subtitle has its own line, and the main action floats. */
function PageHeader({ title, subtitle, action, otherActions, narrow }: PageProps) {
  return (
    <header
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4',
        narrow ? 'gap-y-1' : 'md:grid-cols-[auto_minmax(0,1fr)_auto] md:items-baseline',
      )}
    >
      <h1 className="text-xl font-semibold wrap-anywhere">{title}</h1>
      {subtitle && (
        <p className={cx('text-sm text-muted-foreground max-md:col-span-2', narrow && 'md:row-start-2')}>{subtitle}</p>
      )}
      {(action || otherActions) && (
        <div
          className={cx(
            'col-start-2 row-start-1 flex gap-2',
            narrow ? 'md:row-span-2 md:self-start' : 'self-center md:col-start-3',
          )}
        >
          {otherActions}
          {action && <MainAction>{action}</MainAction>}
        </div>
      )}
    </header>
  )
}

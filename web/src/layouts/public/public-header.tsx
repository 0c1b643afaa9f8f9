import { PLANS_ATTRIBUTE } from '@studiohub/contract/shared/placeholders.ts'
import { Menu } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { StudioMark } from './studio-mark.tsx'

// The server removes it if the platform has no plans.
const aboutPlans = { [PLANS_ATTRIBUTE]: '' }

/** The public pages in menu order. */
const pages = [
  { to: paths.home, label: 'Home' },
  { to: `${paths.home}#features`, label: 'Features' },
  { to: `${paths.home}#pricing`, label: 'Pricing', ...aboutPlans },
  { to: paths.network, label: 'Network' },
  { to: paths.caseStudies, label: 'Case studies' },
  { to: paths.training, label: 'Training' },
  { to: paths.docs, label: 'Docs' },
  { to: paths.partnership, label: 'Become a Partner' },
]

/** Where the page is prerendered that the server sends for unknown addresses. */
const NOT_FOUND = '/static/not-found'

const outlinedOnPhones =
  'max-md:border max-md:border-border max-md:bg-raised max-md:text-foreground max-md:hover:bg-muted'

const menu = 'menu'
const menuItem = 'block rounded-md px-4 py-3 hover:bg-muted aria-[current]:font-medium aria-[current]:text-link'

/** The pages with the current one marked: `page`, or `true` on a page below it, such as an article of the docs. */
function usePages() {
  const { pathname } = useLocation()
  const markOf = (to: string) =>
    pathname === to ? ('page' as const) : to !== paths.home && pathname.startsWith(`${to}/`) ? true : undefined
  return pages.map((link) => ({ ...link, 'aria-current': markOf(link.to) }))
}

export function PublicHeader() {
  const links = usePages()
  const { pathname } = useLocation()
  // The form for partners and the not-found page have the only filled button of their page.
  const hasOwnButton = pathname === paths.partnership || pathname.startsWith(NOT_FOUND)
  const look = hasOwnButton ? 'secondary' : 'primary'
  // A phone shows the landing page's own "Get Started" at the same time.
  const className = pathname === paths.home ? outlinedOnPhones : ''
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-background">
      <div className="mx-auto flex h-16 w-full max-w-6xl items-center gap-4 px-4 md:px-8">
        <Link to={paths.home} reloadDocument className="flex items-center gap-2.5 font-display text-lg font-semibold">
          <StudioMark studio={null} />
          StudioHub
        </Link>
        <nav aria-label="Main" className="mx-auto hidden items-center gap-5 text-sm lg:flex">
          {links.map(({ label, ...link }) => (
            <Link
              key={label}
              {...link}
              reloadDocument
              className="flex h-16 items-center border-y-2 border-transparent text-muted-foreground hover:text-foreground aria-[current]:border-b-link aria-[current]:text-foreground"
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-1 max-lg:ml-auto">
          <ButtonLink look="quiet" className="max-md:hidden">
            <Link to={paths.login()} reloadDocument data-signed-out>
              Sign in
            </Link>
          </ButtonLink>
          <ButtonLink look={look} className={className}>
            <Link to={paths.signup()} reloadDocument data-signed-out>
              Get Started
            </Link>
          </ButtonLink>
          <ButtonLink look={look} className={className}>
            <Link to={paths.callback()} reloadDocument data-signed-in hidden>
              My page
            </Link>
          </ButtonLink>
          <button
            type="button"
            popoverTarget={menu}
            aria-label="Menu"
            className="grid size-11 place-items-center rounded-md hover:bg-muted lg:hidden"
          >
            <Menu aria-hidden className="size-5" />
          </button>
        </div>
      </div>
      <PhoneMenu links={links} />
    </header>
  )
}

/** A native popover: it works without scripts. */
function PhoneMenu({ links }: { links: ReturnType<typeof usePages> }) {
  return (
    <nav
      id={menu}
      popover="auto"
      aria-label="Menu"
      className="fixed inset-x-0 top-16 m-0 w-full border-b border-border bg-card p-2 text-foreground shadow-lg"
    >
      {links.map(({ label, ...link }) => (
        <Link key={label} {...link} reloadDocument className={menuItem}>
          {label}
        </Link>
      ))}
      <Link to={paths.login()} reloadDocument className={menuItem} data-signed-out>
        Sign in
      </Link>
      <Link to={paths.callback()} reloadDocument className={menuItem} data-signed-in hidden>
        My page
      </Link>
    </nav>
  )
}

import { Link, Outlet } from 'react-router'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { StudioMark } from './studio-mark.tsx'

const footerLinks = [
  { to: paths.partnership, label: 'Become a partner' },
  { to: paths.network, label: 'Network' },
  { to: paths.docs, label: 'Documentation' },
  { to: paths.training, label: 'Training' },
  { to: paths.caseStudies, label: 'Case studies' },
]

export const links = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]

/** The frame of the public pages; prerendered, so it knows nothing of who looks. */
export default function PublicLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-border">
        <div className="mx-auto flex h-16 w-full max-w-6xl items-center justify-between gap-4 px-4 md:px-8">
          <Link to={paths.home} className="flex items-center gap-3 font-display font-semibold">
            <StudioMark studio={null} />
            StudioHub
          </Link>
          <div className="flex items-center gap-2">
            <ButtonLink look="quiet">
              <Link to={paths.login()}>Sign in</Link>
            </ButtonLink>
            <ButtonLink>
              <Link to={paths.signup()}>Get Started</Link>
            </ButtonLink>
          </div>
        </div>
      </header>
      <main className="flex-1">
        <Outlet />
      </main>
      <footer className="border-t border-border">
        <nav
          aria-label="More pages"
          className="mx-auto flex w-full max-w-6xl flex-wrap gap-x-6 gap-y-3 px-4 py-8 text-sm md:px-8"
        >
          {footerLinks.map(({ to, label }) => (
            <Link key={to} to={to} className="text-muted-foreground hover:text-foreground hover:underline">
              {label}
            </Link>
          ))}
        </nav>
      </footer>
    </div>
  )
}

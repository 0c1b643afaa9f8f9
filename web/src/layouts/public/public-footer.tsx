import { PLANS_ATTRIBUTE } from '@studiohub/contract/shared/placeholders.ts'
import { Link } from 'react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { LegalLinks } from './legal-links.tsx'
import { StudioMark } from './studio-mark.tsx'

const columns = [
  {
    title: 'Product',
    links: [
      { to: `${paths.home}#about`, label: 'About' },
      { to: `${paths.home}#agents`, label: 'AI agents' },
      { to: `${paths.home}#features`, label: 'Features' },
      // The server removes it if the platform has no plans.
      { to: `${paths.home}#pricing`, label: 'Pricing', [PLANS_ATTRIBUTE]: '' },
    ],
  },
  {
    title: 'Learn',
    links: [
      { to: paths.docs, label: 'Documentation' },
      { to: paths.training, label: 'Training' },
      { to: paths.caseStudies, label: 'Case studies' },
    ],
  },
  {
    title: 'Partners',
    links: [
      { to: paths.network, label: 'Partner network' },
      { to: paths.partnership, label: 'Become a partner' },
    ],
  },
]

export function PublicFooter() {
  return (
    <footer className="border-t border-border bg-card">
      <div className="mx-auto grid w-full max-w-6xl gap-10 px-4 py-12 md:grid-cols-[1.4fr_2fr] md:px-8">
        <div className="grid content-start justify-items-start gap-4">
          <p className="flex items-center gap-2.5 font-display text-lg font-semibold">
            <StudioMark studio={null} />
            StudioHub
          </p>
          <p className="max-w-xs text-sm text-balance text-muted-foreground">
            The AI-powered hub that creative studios run on.
          </p>
          <Button look="secondary" data-opens="contact" data-topic="demo">
            Book a Demo
          </Button>
        </div>
        <nav aria-label="More pages" className="grid grid-cols-2 gap-8 text-sm md:grid-cols-3">
          {columns.map(({ title, links }) => (
            <div key={title} className="grid content-start gap-3">
              <h2 className="font-sans font-semibold">{title}</h2>
              <ul className="grid gap-1">
                {links.map(({ to, label, ...marks }) => (
                  <li key={label} {...marks}>
                    <Link
                      to={to}
                      reloadDocument
                      className="inline-block py-1 text-muted-foreground hover:text-foreground hover:underline"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
      <p className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-5 gap-y-1 px-4 pb-8 text-sm text-muted-foreground md:px-8">
        <LegalLinks />
        <span className="text-xs md:ml-auto">This page sets no cookies.</span>
      </p>
    </footer>
  )
}

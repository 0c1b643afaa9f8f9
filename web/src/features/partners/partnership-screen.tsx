import { QueryClientProvider } from '@tanstack/react-query'
import { ArrowLeft, Handshake, Megaphone, Network, TrendingUp } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { queryClient } from '../../lib/query-client.ts'
import { holdsSession } from '../../lib/stored-session.ts'
import { paths } from '../../paths.ts'
import { Toaster } from '../../ui/toast.tsx'
import { benefits, intro } from '../marketing/content/partnership.ts'
import { pageMeta } from '../marketing/parts/page-meta.ts'
import { ApplicationForm } from './components/application-fields.tsx'

/** A signed-in partner has a home of their own (decision 0002); everybody else stays here. */
function usePartnerRedirect() {
  const navigate = useNavigate()
  useEffect(() => {
    if (!holdsSession()) return
    const look = async () => {
      // Loaded only for people who are signed in: the public page stays light.
      const { client } = await import('../../lib/api.ts')
      const me = await client.profile.get()
      if (me.role === 'partner') navigate(paths.partner, { replace: true })
    }
    look().catch(() => undefined)
  }, [navigate])
}

export const meta = () => pageMeta({ title: intro.title, description: intro.text, path: paths.partnership })

export default function PartnershipScreen() {
  usePartnerRedirect()
  return (
    <QueryClientProvider client={queryClient}>
      <div className="mx-auto grid w-full max-w-6xl gap-10 px-4 pt-8 pb-14 md:px-8 md:pb-20">
        <Link
          to={paths.home}
          reloadDocument
          className="flex w-fit items-center gap-2 py-1 text-sm text-muted-foreground hover:text-foreground"
        >
          <ArrowLeft aria-hidden className="size-4" /> Back to Home
        </Link>
        <header className="grid gap-4">
          <h1 className="text-2xl font-bold tracking-tight">{intro.title}</h1>
          <p className="max-w-2xl text-lg text-muted-foreground">{intro.text}</p>
        </header>
        <div className="grid items-start gap-10 lg:grid-cols-[1fr_1.3fr]">
          <Benefits />
          <section
            aria-labelledby="application"
            className="grid gap-5 rounded-md border border-border bg-card p-5 md:p-8 max-lg:order-first"
          >
            <h2 id="application" className="text-xl font-semibold tracking-tight">
              Partnership application
            </h2>
            <ApplicationForm />
          </section>
        </div>
      </div>
      <Toaster />
    </QueryClientProvider>
  )
}

const icons = { network: Network, revenue: TrendingUp, collaboration: Handshake, visibility: Megaphone }

function Benefits() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      {benefits.map(({ key, title, text }) => {
        const Icon = icons[key]
        return (
          <li key={key} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-md border border-border p-5">
            <Icon aria-hidden className="row-span-2 mt-0.5 size-5 text-link" />
            <h2 className="font-semibold">{title}</h2>
            <p className="text-sm text-muted-foreground">{text}</p>
          </li>
        )
      })}
    </ul>
  )
}

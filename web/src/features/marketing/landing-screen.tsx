import { CalendarCheck, SquareKanban, SwatchBook, Users } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { holdsSession } from '../../lib/stored-session.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const features = [
  {
    icon: CalendarCheck,
    title: 'Bookings',
    text: 'Clients ask for a time, you confirm it. No room is ever sold twice.',
  },
  {
    icon: Users,
    title: 'Clients and crew',
    text: 'Hand out one link. Everybody lands in the right place with the right view.',
  },
  {
    icon: SquareKanban,
    title: 'Projects',
    text: 'From pre-production to analytics, on one board that you and your client share.',
  },
  {
    icon: SwatchBook,
    title: 'Your own face',
    text: 'Your logo, your colours, your address. Your clients see your studio, not ours.',
  },
]

/** Whoever is signed in goes on to their own page; the callback knows the way (spec section 2). */
function useSignedInRedirect() {
  const navigate = useNavigate()
  useEffect(() => {
    if (holdsSession()) navigate(paths.callback(), { replace: true })
  }, [navigate])
}

export const meta = () => [
  { title: 'StudioHub - The platform that creative studios run on' },
  {
    name: 'description',
    content:
      "Bookings, clients, crew and projects for recording, video, photo and podcast studios, under the studio's own brand.",
  },
]

export default function LandingScreen() {
  useSignedInRedirect()
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-16 px-4 py-16 md:px-8 md:py-28">
      <section className="grid max-w-3xl gap-6">
        <h1 className="text-2xl font-bold">The platform that creative studios run on</h1>
        <p className="max-w-2xl text-lg text-muted-foreground">
          Take bookings, welcome clients, coordinate crew and move projects through production, all under your studio's
          own brand.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink size="large">
            <Link to={paths.signup()}>Get Started</Link>
          </ButtonLink>
          <ButtonLink size="large" look="secondary">
            <Link to={paths.login()}>Sign in</Link>
          </ButtonLink>
        </div>
      </section>
      <section aria-label="What it does" className="grid gap-4 md:grid-cols-2">
        {features.map(({ icon: Icon, title, text }) => (
          <Card key={title}>
            <Icon aria-hidden className="size-6 text-link" />
            <div className="grid gap-1">
              <h2 className="text-lg font-semibold">{title}</h2>
              <p className="text-muted-foreground">{text}</p>
            </div>
          </Card>
        ))}
      </section>
    </div>
  )
}

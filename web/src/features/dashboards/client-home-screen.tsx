import { CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { ChatPanel } from '../assistant/parts/chat-panel.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { NoStudio } from '../studios/parts/no-studio.tsx'

/** A client's first page at their studio: the next thing to do. */
export default function ClientHomeScreen() {
  const { studio, me } = useActiveStudio()
  if (!studio) return <NoStudio />
  const name = me.profile.full_name ?? me.user.email
  return (
    <Page title={`Welcome, ${name}`} subtitle={studio.tagline ?? `Your place at ${studio.name}`} owner={studio.name}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card
          title="Book a session"
          description="See when the studio is free and ask for a time. The studio confirms it."
        >
          <ButtonLink className="justify-self-start">
            <Link to={paths.clientBookings(studio.slug)}>
              <CalendarPlus aria-hidden />
              Go to bookings
            </Link>
          </ButtonLink>
        </Card>
        <ChatPanel />
      </div>
    </Page>
  )
}

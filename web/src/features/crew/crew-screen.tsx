import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { useActiveStudio } from '../profile/api.ts'
import { RequestsCard } from '../roles/components/requests-card.tsx'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { AdminsCard } from './components/admins-card.tsx'
import { AgentsCard } from './components/agents-card.tsx'
import { CrewCard } from './components/crew-card.tsx'
import { DaysOffCard } from './components/days-off-card.tsx'

const InviteDialog = lazy(async () => ({ default: (await import('./components/invite-dialog.tsx')).InviteDialog }))

export default function CrewScreen() {
  const { studio } = useActiveStudio()
  const [isInviteOpen, setIsInviteOpen] = useState(false)
  if (!studio) return <NoStudio page="Crew" />
  const studioProps = { studio_id: studio.id, timezone: studio.timezone }
  return (
    <Page
      title="Crew"
      subtitle="The people and AI assistants of your studio"
      action={
        <Button onClick={() => setIsInviteOpen(true)}>
          <UserPlus aria-hidden />
          Invite Crew
        </Button>
      }
    >
      <RequestsCard {...studioProps} requestedRole="staff" />
      <CrewCard {...studioProps} onInvite={() => setIsInviteOpen(true)} />
      <AdminsCard {...studioProps} />
      <DaysOffCard {...studioProps} />
      <AgentsCard studio_id={studio.id} />
      {isInviteOpen && (
        <Suspense fallback={null}>
          <InviteDialog studio_id={studio.id} onClose={() => setIsInviteOpen(false)} />
        </Suspense>
      )}
    </Page>
  )
}

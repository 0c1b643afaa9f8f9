import { canDecideRequest, canRemoveClient } from '@studiohub/contract/features/roles/policy.ts'
import { lazy, Suspense, useState } from 'react'
import { Page } from '#ui/page.tsx'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { RequestsCard } from '../roles/components/requests-card.tsx'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { ClientsCard } from './components/clients-card.tsx'
import { SignupLink } from './components/signup-link.tsx'

const HistorySheet = lazy(async () => ({ default: (await import('./components/history-sheet.tsx')).HistorySheet }))

export default function ClientsScreen() {
  const { studio, me } = useActiveStudio()
  const [shown, setShown] = useState<{ user_id: string; name: string } | null>(null)
  if (!studio) return <NoStudio page="Clients" />
  const actor = toActor(me)
  return (
    <Page title="Clients" subtitle="Who books with you. Clients sign up via your studio's signup link.">
      {canDecideRequest(actor, studio.id) && (
        <RequestsCard studio_id={studio.id} timezone={studio.timezone} requestedRole="client" />
      )}
      <ClientsCard
        studio_id={studio.id}
        timezone={studio.timezone}
        canRemove={canRemoveClient(actor, studio.id)}
        onShow={setShown}
      />
      <SignupLink slug={studio.slug} />
      {shown && (
        <Suspense fallback={null}>
          <HistorySheet studio={studio} client={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </Page>
  )
}

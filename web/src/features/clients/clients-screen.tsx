import { canEraseClient } from '@studiohub/contract/features/clients/policy.ts'
import { canDecideRequest, canRemoveClient } from '@studiohub/contract/features/roles/policy.ts'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useIdInUrl } from '#lib/hooks/use-id-in-url.ts'
import { Button } from '#ui/button.tsx'
import { Page } from '#ui/page.tsx'
import { toActor, useActiveStudio } from '../profile/api.ts'
import { RequestsCard } from '../roles/components/requests-card.tsx'
import { NoStudio } from '../studios/components/no-studio.tsx'
import { ClaimsCard } from './components/claims-card.tsx'
import { ClientsCard, type ClientWithHistory } from './components/clients-card.tsx'
import { ImportsCard } from './components/imports-card.tsx'
import { PageActions } from './components/page-actions.tsx'
import { SignupLink } from './components/signup-link.tsx'

const HistorySheet = lazy(async () => ({ default: (await import('./components/history-sheet.tsx')).HistorySheet }))
const ClientDialog = lazy(async () => ({ default: (await import('./components/client-dialog.tsx')).ClientDialog }))

export default function ClientsScreen() {
  const { studio, me } = useActiveStudio()
  const [openClient, setOpenClient] = useState<ClientWithHistory | null>(null)
  const [dialog, setDialog] = useState<'add' | null>(null)
  const [linkedClient, removeLinkedClient] = useIdInUrl('client')
  const [linkedForm, removeLinkedForm] = useIdInUrl('new')
  if (!studio) return <NoStudio page="Clients" />
  const actor = toActor(me)
  const client = openClient ?? (linkedClient ? { id: linkedClient } : null)
  const openDialog = dialog ?? (linkedForm === 'client' ? 'add' : null)
  const close = () => {
    setDialog(null)
    if (linkedForm) removeLinkedForm()
  }
  return (
    <Page
      title="Clients"
      subtitle="Clients sign up via your studio's sign-up link, or you add them."
      otherActions={<PageActions slug={studio.slug} />}
      action={
        <Button onClick={() => setDialog('add')}>
          <UserPlus aria-hidden />
          Add client
        </Button>
      }
    >
      {canDecideRequest(actor, studio.id) && (
        <RequestsCard studio_id={studio.id} timezone={studio.timezone} requestedRole="client" />
      )}
      <ClaimsCard studio={studio} />
      <ClientsCard
        studio_id={studio.id}
        timezone={studio.timezone}
        canRemove={canRemoveClient(actor, studio.id)}
        onShow={setOpenClient}
        onAdd={() => setDialog('add')}
      />
      <ImportsCard studio={studio} />
      <SignupLink slug={studio.slug} />
      <Suspense fallback={null}>
        {client && (
          <HistorySheet
            studio={studio}
            key={client.id}
            client={client}
            canErase={canEraseClient(actor, studio.id)}
            canRemove={canRemoveClient(actor, studio.id)}
            onClose={() => {
              setOpenClient(null)
              if (linkedClient) removeLinkedClient()
            }}
          />
        )}
        {openDialog === 'add' && <ClientDialog studio_id={studio.id} client={null} onClose={close} />}
      </Suspense>
    </Page>
  )
}

import { History } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { BlockButton } from '#features/conversations/shared/block-button.tsx'
import { Thread } from '#features/conversations/shared/thread.tsx'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { SideSheet } from '#ui/side-sheet.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useClient, useClientHistory, useInviteClients, useRetryEmail, useUndoClaim } from '../api.ts'
import { DeskTexts } from '../texts/shared/desk-texts.tsx'
import { ClientDialog } from './client-dialog.tsx'
import { HistoryRow } from './history-row.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SummaryFigures } from './summary-figures.tsx'

const ClientBalance = lazy(async () => ({
  default: (await import('#features/invoices/shared/client-balance.tsx')).ClientBalance,
}))
const RatesSection = lazy(async () => ({ default: (await import('./rates-section.tsx')).RatesSection }))
const ClientPackages = lazy(async () => ({
  default: (await import('#features/packages/shared/client-packages.tsx')).ClientPackages,
}))
const EraseDialog = lazy(async () => ({ default: (await import('./erase-dialog.tsx')).EraseDialog }))

type RemovedClient = ComponentProps<typeof RemoveDialog>['client']

type HistorySheetProps = {
  studio: { id: string; timezone: string; currency: string }
  /** Whether the user may erase clients without an account. */
  canErase: boolean
  /** A link that opens the history has only the id. */
  client: { id: string; name?: string; role_id?: string | null }
  /** Whether the user may remove clients. If a link opened the history, clients are removed in the list instead. */
  canRemove: boolean
  onClose: () => void
}

/** A client's sessions, projects and check-ins at the studio. */
export function HistorySheet({ studio, client, canErase, canRemove, onClose }: HistorySheetProps) {
  const history = useClientHistory(studio.id, client.id)
  const [clientToRemove, setClientToRemove] = useState<RemovedClient | null>(null)
  const { data: record } = useClient(studio.id, client.id)
  const name = record?.name ?? client.name ?? 'Client'
  const summary = history.data?.pages[0]?.summary
  const thread = { studio_id: studio.id, client_id: client.id }
  return (
    <SideSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={name}
      subtitle="Contacts, messages, sessions, projects and check-ins"
    >
      <div className="grid gap-5">
        <Contacts studio={studio} client_id={client.id} canErase={canErase} onErased={onClose} />
        {summary && <SummaryFigures {...summary} />}
        <section className="grid grid-cols-1 gap-3 border-t border-border pt-5">
          <div className="flex min-h-8 items-center justify-between gap-3">
            <h3 className="text-sm font-semibold">Messages</h3>
            <div className="-mr-3">
              <BlockButton thread={thread} />
            </div>
          </div>
          <Thread thread={thread} name={name} />
        </section>
        {canErase && (
          <Suspense fallback={null}>
            <ClientBalance studio_id={studio.id} client_id={client.id} currency={studio.currency} />
            <ClientPackages
              studio_id={studio.id}
              client_id={client.id}
              heading="h3"
              canSell={record?.removed_at === null}
            />
            {record && record.removed_at === null && <RatesSection client={record} />}
          </Suspense>
        )}
        <section className="grid grid-cols-1 gap-1 border-t border-border pt-5">
          <h3 className="text-sm font-semibold">History</h3>
          <QueryView
            query={{ ...history, data: history.data?.pages.flatMap(({ items }) => items) }}
            loadingText="Loading history..."
            errorTitle="Failed to load the history"
            empty={
              <EmptyState icon={History} title="Nothing yet">
                Their sessions, projects and check-ins will appear here.
              </EmptyState>
            }
          >
            {(rows) => (
              <ul className="grid divide-y divide-border">
                {rows.map((entry) => (
                  <HistoryRow key={`${entry.kind} ${entry.id}`} entry={entry} timezone={studio.timezone} />
                ))}
              </ul>
            )}
          </QueryView>
        </section>
        <ShowMore list={history} label="Show older entries" />
        {canRemove && record && client.role_id !== undefined && (
          <Button
            look="quiet-danger"
            size="small"
            className="justify-self-start"
            onClick={() =>
              setClientToRemove({ id: client.id, user_id: record.user_id, role_id: client.role_id ?? null })
            }
          >
            Remove client
          </Button>
        )}
        {clientToRemove && (
          <RemoveDialog
            {...{ studio_id: studio.id, client: clientToRemove, name }}
            onClose={() => setClientToRemove(null)}
            onRemoved={onClose}
          />
        )}
      </div>
    </SideSheet>
  )
}

type ContactsProps = Pick<HistorySheetProps, 'studio' | 'canErase'> & { client_id: string; onErased: () => void }

function Contacts({ studio, client_id, canErase, onErased }: ContactsProps) {
  const studio_id = studio.id
  const { data: client } = useClient(studio_id, client_id)
  const [dialog, setDialog] = useState<'edit' | 'merge' | 'erase' | null>(null)
  const invite = useInviteClients()
  const undo = useUndoClaim()
  if (!client) return null
  const { email, phone, company, language, tags, notes, reminders, follow_ups, user_id, removed_at, claimed } = client
  const { email_bounced_at } = client
  const facts = [
    ['Email', email],
    ['Phone', phone],
    ['Company', company],
    ['Language', language],
    ['Tags', tags.join(', ')],
    ['Account', user_id === null ? 'No account yet' : null],
    ['Reminders', reminders ? null : 'Off'],
    ['Thanks', follow_ups ? null : 'The client has unsubscribed'],
    ['Notes', notes],
  ] as const
  return (
    <section aria-label="Contacts and notes" className="grid gap-3">
      <dl className="grid gap-2 text-sm">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="grid grid-cols-[6rem_1fr] gap-3">
                <dt className="text-muted-foreground">{name}</dt>
                <dd className="min-w-0 break-words whitespace-pre-wrap">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {removed_at === null && email_bounced_at && (
        <BounceNotice studio={studio} client_id={client_id} since={email_bounced_at} />
      )}
      {removed_at === null && <DeskTexts studio={studio} client_id={client_id} phone={phone} />}
      {removed_at === null && (
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" size="small" onClick={() => setDialog('edit')}>
            Edit client
          </Button>
          <Button look="secondary" size="small" onClick={() => setDialog('merge')}>
            Merge with another
          </Button>
          {user_id === null && email && (
            <Button
              look="secondary"
              size="small"
              pending={invite.isPending}
              pendingText="Inviting..."
              onClick={() => invite.mutate({ studio_id, client_ids: [client_id] })}
            >
              Invite
            </Button>
          )}
          {claimed && (
            <Button
              look="secondary"
              size="small"
              pending={undo.isPending}
              pendingText="Undoing..."
              onClick={() => undo.mutate({ studio_id, client_id })}
            >
              Undo claim
            </Button>
          )}
        </div>
      )}
      {canErase && user_id === null && (
        <Button look="quiet-danger" size="small" className="justify-self-start" onClick={() => setDialog('erase')}>
          Erase client
        </Button>
      )}
      {dialog === 'edit' && <ClientDialog studio_id={studio_id} client={client} onClose={() => setDialog(null)} />}
      <Suspense fallback={null}>
        {dialog === 'erase' && (
          <EraseDialog studio_id={studio_id} client={client} onClose={() => setDialog(null)} onErased={onErased} />
        )}
      </Suspense>
      {dialog === 'merge' && <MergeDialog studio_id={studio_id} client={client} onClose={() => setDialog(null)} />}
    </section>
  )
}

type BounceNoticeProps = { studio: HistorySheetProps['studio']; client_id: string; since: string }

/** Tells that emails to the client bounce. No more are sent until the address changes or the desk tries again. */
function BounceNotice({ studio, client_id, since }: BounceNoticeProps) {
  const retry = useRetryEmail()
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-md border border-border p-3 text-sm">
      <p>
        Emails to this address bounce since {formatDateTime(since, studio.timezone)}. No more are sent until the address
        changes.
      </p>
      <Button
        look="secondary"
        size="small"
        pending={retry.isPending}
        onClick={() => retry.mutate({ studio_id: studio.id, client_id })}
      >
        Try again
      </Button>
    </div>
  )
}

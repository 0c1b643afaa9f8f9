import type { StudioClient } from '@studiohub/contract/features/roles/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { MailWarning, SearchX, Users } from 'lucide-react'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { useShortcut } from '#lib/hooks/use-shortcut.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table } from '#ui/table.tsx'
import { useClients, useRemoveClient } from '../api.ts'

type ClientsCardProps = {
  studio_id: string
  timezone: string
  canRemove: boolean
  onShow: (client: { id: string; name: string }) => void
  action: ReactNode
}

const nameOf = ({ full_name }: StudioClient) => full_name ?? 'No name'
const spendOf = ({ summary }: StudioClient) =>
  summary?.spend.map(({ amount_minor, currency }) => moneyText(amount_minor, currency)).join(' + ') || '-'

/** The clients with search and history; admins can remove them. */
export function ClientsCard({ studio_id, timezone, canRemove, onShow, action }: ClientsCardProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const clients = useClients(studio_id, search)
  const [removing, setRemoving] = useState<StudioClient | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useShortcut('/', () => field.current?.focus())
  return (
    <Card title="Your clients">
      <search className="flex flex-wrap items-end gap-3 *:first:min-w-56 *:first:flex-1">
        <Field label="Find a client">
          {(control) => (
            <Input
              {...control}
              ref={field}
              type="search"
              maxLength={120}
              placeholder="Name, email, phone, company or tag"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
        {action}
      </search>
      <QueryView
        query={clients}
        loadingText="Loading clients..."
        errorTitle="Error loading clients"
        empty={search ? <Nobody search={search} /> : <NoClients />}
      >
        {(rows) => <Rows rows={rows} timezone={timezone} onShow={onShow} onRemove={canRemove ? setRemoving : null} />}
      </QueryView>
      <ShowMore list={clients} label="Show more clients" />
      {removing && <RemoveDialog studio_id={studio_id} client={removing} onClose={() => setRemoving(null)} />}
    </Card>
  )
}

const NoClients = () => (
  <EmptyState icon={Users} title="No clients yet">
    People who sign up with your studio's sign-up link become your clients. You can also add people without an account,
    or import them from a file.
  </EmptyState>
)

const Nobody = ({ search }: { search: string }) => (
  <EmptyState icon={SearchX} title={`No clients match ${search}`}>
    Try a shorter part of the name, address or phone number.
  </EmptyState>
)

type RowsProps = {
  rows: readonly StudioClient[]
  timezone: string
  onShow: ClientsCardProps['onShow']
  onRemove: ((client: StudioClient) => void) | null
}

function Rows({ rows, timezone, onShow, onRemove }: RowsProps) {
  return (
    <Table
      label="Clients"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', cell: (row) => <NameCell client={row} /> },
        { name: 'Contact', cell: (row) => <ContactCell client={row} /> },
        { name: 'Client since', cell: ({ created_at }) => formatDateTime(created_at, timezone) },
        { name: 'Sessions', cell: ({ summary }) => summary?.sessions ?? 0 },
        { name: 'Spend', cell: spendOf },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          cell: (row) => (
            <span className="flex justify-end gap-2">
              <Button
                look="secondary"
                size="small"
                aria-label={`History of ${nameOf(row)}`}
                onClick={() => onShow({ id: row.id, name: nameOf(row) })}
              >
                History
              </Button>
              {onRemove && (
                <Button
                  look="secondary"
                  size="small"
                  aria-label={`Remove ${nameOf(row)}`}
                  onClick={() => onRemove(row)}
                >
                  Remove
                </Button>
              )}
            </span>
          ),
        },
      ]}
    />
  )
}

function NameCell({ client }: { client: StudioClient }) {
  const { user_id, company, tags } = client
  return (
    <span className="grid justify-items-end gap-1 @3xl:justify-items-start">
      <span className="font-medium">{nameOf(client)}</span>
      {company && <span className="text-muted-foreground">{company}</span>}
      {(user_id === null || tags.length > 0) && (
        <span className="flex flex-wrap justify-end gap-1 @3xl:justify-start">
          {user_id === null && <Badge>No account yet</Badge>}
          {tags.map((tag) => (
            <Badge key={tag} tone="accent">
              {tag}
            </Badge>
          ))}
        </span>
      )}
    </span>
  )
}

function ContactCell({ client: { email, phone, email_bounced_at } }: { client: StudioClient }) {
  if (!email && !phone) return '-'
  return (
    <span className="grid gap-0.5">
      {email && <span className="break-all">{email}</span>}
      {phone && <span>{phone}</span>}
      {email_bounced_at && (
        <Badge tone="cancelled" icon={MailWarning}>
          Emails to this address bounce
        </Badge>
      )}
    </span>
  )
}

type RemoveDialogProps = { studio_id: string; client: StudioClient; onClose: () => void }

function RemoveDialog({ studio_id, client, onClose }: RemoveDialogProps) {
  const remove = useRemoveClient()
  const start = () => remove.mutate({ studio_id, role_id: client.role_id ?? client.id }, { onSuccess: onClose })
  return (
    <ConfirmDialog
      title={`Remove ${nameOf(client)}?`}
      description={
        client.user_id === null
          ? 'They leave your list of clients. Their bookings and projects stay.'
          : 'They lose access to your studio immediately. Their bookings and projects stay, and they can request to come back.'
      }
      cancelLabel="Keep"
      confirmLabel="Remove"
      pendingLabel="Removing..."
      isPending={remove.isPending}
      onConfirm={start}
      onClose={onClose}
    />
  )
}

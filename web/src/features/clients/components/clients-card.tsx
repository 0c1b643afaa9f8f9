import type { StudioClient } from '@studiohub/contract/features/roles/schema.ts'
import { moneyText } from '@studiohub/contract/shared/money.ts'
import { MailWarning, SearchX, Users } from 'lucide-react'
import { type ReactNode, useDeferredValue, useRef, useState } from 'react'
import { useShortcut } from '#lib/hooks/use-shortcut.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Table, wholeRowClasses } from '#ui/table.tsx'
import { useClients } from '../api.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** A client whose history is open, with the way to remove them. */
export type ShownClient = { id: string; name: string; role_id: string | null }

type ClientsCardProps = {
  studio_id: string
  timezone: string
  canRemove: boolean
  onShow: (client: ShownClient) => void
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
      {removing && (
        <RemoveDialog
          studio_id={studio_id}
          client={removing}
          name={nameOf(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
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
        { name: 'Name', narrow: 'title', cell: (row) => <NameCell client={row} /> },
        { name: 'Contact', narrow: 'meta', cell: (row) => <ContactCell client={row} /> },
        { name: 'Client since', narrow: 'hidden', cell: ({ created_at }) => formatDateTime(created_at, timezone) },
        {
          name: 'Sessions',
          cell: ({ summary }) => (
            <>
              {summary?.sessions ?? 0}
              <span className="@3xl:hidden"> sessions</span>
            </>
          ),
        },
        { name: 'Spend', narrow: 'meta', cell: spendOf },
        {
          name: 'Actions',
          hideName: true,
          align: 'end',
          narrow: 'end',
          cell: (row) => (
            <span className="flex justify-end gap-2">
              <Button
                look="secondary"
                size="small"
                className={wholeRowClasses}
                aria-label={`History of ${nameOf(row)}`}
                onClick={() => onShow({ id: row.id, name: nameOf(row), role_id: row.role_id })}
              >
                History
              </Button>
              {onRemove && (
                <Button
                  look="secondary"
                  size="small"
                  className="@max-3xl:hidden"
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
    <span className="flex items-center gap-2 @3xl:grid @3xl:justify-items-start @3xl:gap-1">
      <span className="truncate font-medium @3xl:whitespace-normal">{nameOf(client)}</span>
      {company && <span className="truncate text-muted-foreground @3xl:whitespace-normal">{company}</span>}
      {(user_id === null || tags.length > 0) && (
        <span className="flex gap-1 @3xl:flex-wrap">
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
    <span className="@max-3xl:*:not-first:ml-1.5 @3xl:grid @3xl:gap-0.5">
      {email && <span className="@3xl:break-all">{email}</span>}
      {phone && <span className={email ? '@max-3xl:hidden' : undefined}>{phone}</span>}
      {email_bounced_at && (
        <Badge tone="cancelled" icon={MailWarning}>
          Emails to this address bounce
        </Badge>
      )}
    </span>
  )
}

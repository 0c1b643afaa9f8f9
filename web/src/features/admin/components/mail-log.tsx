import type { PlatformMessage } from '@studiohub/contract/features/admin/schema.ts'
import { messageStateLabels, messageStates } from '@studiohub/contract/features/messages/words.ts'
import { Mail } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Select } from '#ui/select.tsx'
import { ShowMore } from '#ui/show-more.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useEmailLog, useSendTestEmail } from '../emails-api.ts'
import { readId } from '../model/read-id.ts'
import { EmailTable } from './email-table.tsx'
import { SessionZonesNote } from './session-zones-note.tsx'
import { StudioFilter } from './studio-filter.tsx'

const ALL = 'all'

// Most skipped emails were replaced by a newer one, so the first choice leaves them out.
const stateChoices = [
  { value: '', label: 'Sent and failed' },
  ...messageStates.map((value) => ({ value, label: messageStateLabels[value] })),
  { value: ALL, label: 'All emails' },
]

/** The email log of the platform, without contents. Failed emails can be retried. */
export function EmailLog() {
  const [params, setParams] = useSearchParams()
  const choice = params.get('state')
  const state = messageStates.find((value) => value === choice)
  const studio_id = readId(params.get('studio'))
  const emails = useEmailLog({ studio_id, state: choice === ALL ? undefined : (state ?? 'not_skipped') })
  const setParam = (name: 'state' | 'studio', value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const zones = emails.data?.flatMap(listSessionZones) ?? []
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3 max-md:gap-2 md:flex-wrap">
        <div className="min-w-0 max-md:flex-1 md:w-52">
          <StudioFilter
            value={studio_id ?? ''}
            name={emails.data?.[0]?.studio_name}
            onChange={(id) => setParam('studio', id)}
          />
        </div>
        <div className="min-w-0 max-md:flex-1 md:w-48">
          <Select
            aria-label="State"
            choices={stateChoices}
            value={choice === ALL ? ALL : (state ?? '')}
            onChange={({ target }) => setParam('state', target.value)}
          />
        </div>
        <div className="max-md:hidden empty:hidden">
          <SessionZonesNote zones={zones} />
        </div>
        <div className="max-md:hidden md:ml-auto">
          <SendTestEmail />
        </div>
      </div>
      <QueryView
        query={emails}
        loadingText="Loading the email log..."
        errorTitle="Error loading data"
        empty={
          studio_id ? (
            <EmptyState icon={Mail} title="No emails found">
              No email matches your filters.
            </EmptyState>
          ) : state === 'failed' ? (
            <EmptyState icon={Mail} title="Nothing failed">
              Every email was sent or is still being retried.
            </EmptyState>
          ) : (
            <EmptyState icon={Mail} title="No emails">
              Emails of the platform and its studios appear here, without their contents.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <>
            <EmailTable rows={rows} />
            {/* A phone has no space for it beside the filters. */}
            <div className="empty:hidden md:hidden">
              <SessionZonesNote zones={zones} />
            </div>
          </>
        )}
      </QueryView>
      <ShowMore list={emails} label="Show older" />
      {/* On a phone after the list, which people open this tab for. */}
      <div className="md:hidden">
        <SendTestEmail />
      </div>
    </div>
  )
}

const listSessionZones = ({ starts_at, studio_timezone }: PlatformMessage) =>
  starts_at !== null && studio_timezone !== null ? [studio_timezone] : []

function SendTestEmail() {
  const send = useSendTestEmail()
  return (
    <Button
      look="secondary"
      className="max-md:min-h-11"
      pending={send.isPending}
      pendingText="Sending..."
      onClick={() => send.mutate()}
    >
      Send a test email
    </Button>
  )
}

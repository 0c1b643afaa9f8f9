import type { StudioExport } from '@studiohub/contract/features/studio-exports/schema.ts'
import { STUDIO_EXPORT_DAYS } from '@studiohub/contract/features/studio-exports/words.ts'
import { sizeText } from '@studiohub/contract/shared/files.ts'
import { formatDateOf, formatDateTime } from '#lib/page/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { useCreateStudioExport, useDownloadStudioExport, useStudioExports } from '../api.ts'

type Studio = { id: string; timezone: string }

/** The exports of a studio, each with all of its data. */
export function ExportTab({ studio }: { studio: Studio }) {
  const exports = useStudioExports(studio.id)
  const create = useCreateStudioExport()
  const isWaiting = exports.data?.some(({ state }) => state === 'waiting') === true
  const request = (
    <Button
      look="secondary"
      disabled={isWaiting || create.isPending}
      onClick={() => create.mutate({ studio_id: studio.id })}
    >
      {create.isPending ? 'Requesting...' : 'Export everything'}
    </Button>
  )
  return (
    <Card
      title="Export"
      className={sectionTitleClasses}
      description={
        <>
          All data of your studio in one ZIP: bookings, clients, invoices, projects, messages, settings and the activity
          log as CSV and JSON, and all files. Passwords, keys and links are not included. All admins get an email when
          an export is requested. We delete the file after {STUDIO_EXPORT_DAYS} days.
        </>
      }
      action={exports.data && request}
    >
      <QueryView
        query={exports}
        loadingText="Loading exports..."
        errorTitle="Failed to load exports"
        empty={
          <p className="text-sm text-muted-foreground">No exports yet. You get an email when the file is ready.</p>
        }
      >
        {(rows) => (
          <ul aria-label="Exports" className="grid divide-y divide-border">
            {rows.map((row) => (
              <ExportRow key={row.id} row={row} timezone={studio.timezone} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function ExportRow({ row, timezone }: { row: StudioExport; timezone: string }) {
  const download = useDownloadStudioExport()
  const createdText = formatDateTime(row.created_at, timezone)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <span className="grid min-w-0 gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{createdText}</span>
          <ExportState row={row} />
        </span>
        <span className="text-sm text-muted-foreground">
          Requested by {row.requested_by_name ?? 'a former admin'}
          {row.size_bytes !== null && `, ${sizeText(row.size_bytes)}`}
          {row.expires_at !== null && `, until ${formatDateOf(row.expires_at, timezone)}`}
          {row.downloaded_at !== null && `, downloaded ${formatDateTime(row.downloaded_at, timezone)}`}
        </span>
      </span>
      {row.state === 'ready' && (
        <Button
          look="secondary"
          aria-label={`Download the export of ${createdText}`}
          disabled={download.isPending}
          onClick={() => download.mutate({ id: row.id })}
        >
          Download
        </Button>
      )}
    </li>
  )
}

function ExportState({ row: { state } }: { row: StudioExport }) {
  if (state === 'waiting') return <Badge tone="pending">In progress</Badge>
  if (state === 'failed') return <Badge tone="cancelled">Failed</Badge>
  return <Badge tone="confirmed">Ready</Badge>
}

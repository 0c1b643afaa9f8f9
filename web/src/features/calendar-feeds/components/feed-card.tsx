import type { CalendarFeed, FeedKind } from '@studiohub/contract/features/calendar-feeds/schema.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useCreateFeed, useDeleteFeed, useFeeds } from '../api.ts'
import { HowTo } from './how-to.tsx'

type FeedCardProps = { kind: FeedKind; title: string; description: string }

/** One kind of calendar feed: create, show once, renew, revoke. */
export function FeedCard({ kind, title, description }: FeedCardProps) {
  const feeds = useFeeds()
  const create = useCreateFeed()
  const end = useDeleteFeed()
  const createdFeed = create.data
  const start = () => create.mutateAsync({ kind })
  const revoke = async (id: string) => {
    await end.mutateAsync({ id })
    create.reset()
  }
  return (
    <Card title={title} description={description}>
      <QueryView
        query={feeds}
        loadingText="Loading calendar addresses..."
        errorTitle="Failed to load calendar addresses"
      >
        {({ items }) => {
          const live = items.find((feed) => feed.kind === kind)
          return (
            <>
              {live && createdFeed?.id === live.id && <NewFeed title={title} url={createdFeed.url} />}
              {live && createdFeed?.id !== live.id && <ExistingFeed feed={live} />}
              <div className="flex flex-wrap gap-2">
                {live ? (
                  <>
                    <ConfirmButton
                      trigger="Renew address"
                      title="Renew address"
                      cancelLabel="Keep address"
                      confirmLabel="Renew address"
                      description="You get a new address. The current one stops working immediately: add the new address to your calendars."
                      isPending={create.isPending}
                      onConfirm={start}
                    />
                    <ConfirmButton
                      trigger="Revoke address"
                      title="Revoke address"
                      cancelLabel="Keep address"
                      confirmLabel="Revoke address"
                      description="Calendars that use it no longer update. This action cannot be undone."
                      isPending={end.isPending}
                      onConfirm={() => revoke(live.id)}
                    />
                  </>
                ) : (
                  <Button
                    onClick={() => create.mutate({ kind })}
                    pending={create.isPending}
                    pendingText="Creating address..."
                  >
                    Create address
                  </Button>
                )}
              </div>
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

function NewFeed({ title, url }: { title: string; url: string }) {
  return (
    <div className="grid gap-4">
      <CopyField
        label={`Address of ${title.toLowerCase()}`}
        hint="Copy it now: it is shown only once. Anyone who has it can read the calendar."
        url={url}
        copiedText="Address copied to clipboard"
      />
      <HowTo url={url} />
    </div>
  )
}

const ExistingFeed = ({ feed }: { feed: CalendarFeed }) => (
  <p className="text-sm">
    An address is in use since {formatDateTime(feed.created_at)}. It was shown only once and is not stored. If you have
    lost it, renew it.
  </p>
)

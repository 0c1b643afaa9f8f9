import type { CalendarFeed, FeedKind } from '@studiohub/contract/features/calendar-feeds/schema.ts'
import { useMe } from '#features/profile/api.ts'
import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmButton } from '#ui/confirm-dialog.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useCreateFeed, useDeleteFeed, useFeeds } from '../api.ts'
import { SubscribeButtons } from './subscribe-buttons.tsx'

type FeedCardProps = { kind: FeedKind; title: string; description: string }

/** Creates, renews and revokes one kind of calendar feed. A new address is shown only once. */
export function FeedCard({ kind, title, description }: FeedCardProps) {
  const feeds = useFeeds()
  const create = useCreateFeed()
  const deleteFeed = useDeleteFeed()
  const createdFeed = create.data
  const createFeed = () => create.mutateAsync({ kind })
  const revokeFeed = async (id: string) => {
    await deleteFeed.mutateAsync({ id })
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
          const activeFeed = items.find((feed) => feed.kind === kind)
          return (
            <>
              {activeFeed && createdFeed?.id === activeFeed.id && <NewFeed title={title} url={createdFeed.url} />}
              {activeFeed && createdFeed?.id !== activeFeed.id && <ExistingFeed feed={activeFeed} />}
              <div className="flex flex-wrap gap-2">
                {activeFeed ? (
                  <>
                    <ConfirmButton
                      trigger="Renew address"
                      title="Renew address"
                      cancelLabel="Keep address"
                      confirmLabel="Renew address"
                      description="You get a new address. The current one stops working immediately, so add the new address to your calendars."
                      isPending={create.isPending}
                      onConfirm={createFeed}
                    />
                    <ConfirmButton
                      trigger="Revoke address"
                      look="outline-danger"
                      title="Revoke address"
                      cancelLabel="Keep address"
                      confirmLabel="Revoke address"
                      description="Calendars that use this address no longer update. This action cannot be undone."
                      isPending={deleteFeed.isPending}
                      onConfirm={() => revokeFeed(activeFeed.id)}
                    />
                  </>
                ) : (
                  <Button
                    look="secondary"
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
  const { studio } = useMe()
  return (
    <div className="grid gap-5">
      <SubscribeButtons url={url} name={studio?.name ?? title} />
      <CopyField
        label={`Address of ${title.toLowerCase()}`}
        hint="For other calendars, and Outlook at work: copy it and subscribe to it there. It is shown only once. Anyone who has it can read the calendar."
        url={url}
        copiedText="Address copied to clipboard"
        canOpen={false}
      />
    </div>
  )
}

const ExistingFeed = ({ feed }: { feed: CalendarFeed }) => (
  <p className="text-sm">
    In use since {formatDateTime(feed.created_at)}. The address was shown once. To add it to another calendar, renew it.
    The old address stops working then.
  </p>
)

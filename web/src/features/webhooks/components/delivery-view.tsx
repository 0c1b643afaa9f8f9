import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { useDelivery, useResendEvent } from '../api.ts'
import { readableJson } from '../model/webhook-text.ts'

/** The body of an event, and the beginning of the receiving server's response. */
export function DeliveryView({ id }: { id: string }) {
  const delivery = useDelivery(id)
  const sendAgain = useResendEvent()
  return (
    <QueryView query={delivery} loadingText="Loading the event..." errorTitle="Failed to load the event">
      {({ body, answer, event_id }) => (
        <div className="grid gap-3">
          <p className="text-xs break-all text-muted-foreground">webhook-id: {event_id}</p>
          {body === null ? (
            <p className="text-sm">The client was erased, so the text of this event was deleted.</p>
          ) : (
            <Code label="Sent" text={readableJson(body)} />
          )}
          {answer && <Code label="Answer" text={answer} />}
          {body !== null && (
            <div>
              <Button
                look="secondary"
                onClick={() => sendAgain.mutate({ id })}
                pending={sendAgain.isPending}
                pendingText="Sending..."
              >
                Send again
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryView>
  )
}

const Code = ({ label, text }: { label: string; text: string }) => (
  <figure className="grid gap-1">
    <figcaption className="text-sm font-medium">{label}</figcaption>
    <pre className="rounded-md border border-border bg-muted p-3 text-xs break-words whitespace-pre-wrap">{text}</pre>
  </figure>
)

import { formatDateTime } from '#lib/page/time.ts'
import { Button } from '#ui/button.tsx'
import { useTextConsent, useUpdateTextConsent } from '../api.ts'

type DeskTextsProps = { studio: { id: string; timezone: string }; client_id: string; phone: string | null }

/**
 * Shows the desk whether a client agreed to text reminders, and lets the desk record it. Renders nothing if text messages are
 * not set up.
 */
export function DeskTexts({ studio, client_id, phone }: DeskTextsProps) {
  const { data: consent } = useTextConsent(studio.id, client_id)
  const update = useUpdateTextConsent()
  if (!consent || !(consent.offered || consent.phone)) return null
  const { phone: number, agreed_at, via, agreed_by_name, stopped_at } = consent
  const setAgreed = (agreed: boolean) => update.mutate({ studio_id: studio.id, client_id, agreed })
  const agreedAtText = agreed_at && formatDateTime(agreed_at, studio.timezone)
  const agreedByText =
    via === 'client' ? 'The client agreed' : `Agreed by phone, noted by ${agreed_by_name ?? 'your team'}`
  return (
    <section aria-label="Text reminders" className="grid justify-items-start gap-2 text-sm">
      <h3 className="font-semibold">Text reminders</h3>
      {number === null ? (
        <p className="text-muted-foreground">
          {phone ? 'The client has not agreed to text messages.' : 'Add a mobile number to the record first.'}
        </p>
      ) : (
        <p className="text-muted-foreground">
          To {number}. {agreedByText}, {agreedAtText}.
        </p>
      )}
      {stopped_at && (
        <p role="status">
          This number answered STOP on {formatDateTime(stopped_at, studio.timezone)}. It gets no text messages until it
          answers START.
        </p>
      )}
      {number === null && phone && (
        <Button
          look="secondary"
          size="small"
          className="max-md:min-h-11"
          pending={update.isPending}
          onClick={() => setAgreed(true)}
        >
          Agreed by phone
        </Button>
      )}
      {number !== null && (
        <Button
          look="secondary"
          size="small"
          className="max-md:min-h-11"
          pending={update.isPending}
          onClick={() => setAgreed(false)}
        >
          End text reminders
        </Button>
      )}
    </section>
  )
}

import { Card } from '#ui/card.tsx'
import { useTextConsent } from '../api.ts'
import { OwnTexts } from './own-texts.tsx'

type TextsCardProps = { studio: { id: string; name: string }; client_id: string; phone: string | null }

/** Text reminders on the profile of a client. */
export function TextsCard(props: TextsCardProps) {
  const { data: consent } = useTextConsent(props.studio.id, props.client_id)
  if (!consent || !(consent.offered || consent.phone)) return null
  return (
    <Card title="Text reminders">
      <OwnTexts {...props} />
    </Card>
  )
}

import { Card } from '#ui/card.tsx'
import { useTexts } from '../api.ts'
import { OwnTexts } from './own-texts.tsx'

type TextsCardProps = { studio: { id: string; name: string }; client_id: string; phone: string | null }

/** Text reminders on the profile of a client. */
export function TextsCard(props: TextsCardProps) {
  const { data: texts } = useTexts(props.studio.id, props.client_id)
  if (!texts || !(texts.offered || texts.phone)) return null
  return (
    <Card title="Text reminders">
      <OwnTexts {...props} />
    </Card>
  )
}

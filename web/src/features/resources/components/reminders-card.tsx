import { Card } from '#ui/card.tsx'
import { CheckboxGroup } from '#ui/checkbox-group.tsx'
import { reminderChoices, reminderError } from '../model/reminders.ts'
import type { HoursFormOf } from './spans-editor.tsx'

/** When clients are reminded of their sessions, unless a service says otherwise. */
export function RemindersCard({ form }: { form: HoursFormOf }) {
  const chosen = form.watch('reminder_hours')
  return (
    <Card title="Reminders" description="Emails to clients before a confirmed session. A service can have its own.">
      <CheckboxGroup
        label="Remind clients"
        hint="None chosen: no reminders"
        choices={reminderChoices(chosen)}
        chosen={chosen}
        onChange={(hours) => form.setValue('reminder_hours', hours, { shouldDirty: true })}
        error={reminderError(chosen)}
      />
    </Card>
  )
}

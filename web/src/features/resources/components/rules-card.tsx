import { Card } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { type Choice, Select } from '#ui/select.tsx'
import { sectionTitleClasses } from '#ui/side-tabs.tsx'
import { bookingRuleFields } from '../model/booking-rules.ts'
import type { HoursFormState } from './spans-editor.tsx'

/** The options of a rule, including the current value if it is not one of them. */
const getChoices = ({ values, text }: (typeof bookingRuleFields)[number], currentValue: number): Choice[] =>
  [...new Set<number>([...values, currentValue])]
    .toSorted((a, b) => a - b)
    .map((value) => ({ value: `${value}`, label: text(value) }))

/** Booking rules for clients: notice, horizon, cancellation deadline and limits. */
export function RulesCard({ form }: { form: HoursFormState }) {
  return (
    <Card
      title="Booking rules"
      description="These apply to clients only. You can book and cancel at any time."
      className={sectionTitleClasses}
    >
      <div className="grid items-start gap-4 md:grid-cols-2">
        {bookingRuleFields.map((rule) => (
          <Field key={rule.name} label={rule.label} hint={rule.hint}>
            {(control) => (
              <Select
                {...control}
                choices={getChoices(rule, form.watch(rule.name))}
                value={form.watch(rule.name)}
                onChange={(event) => form.setValue(rule.name, Number(event.target.value), { shouldDirty: true })}
              />
            )}
          </Field>
        ))}
      </div>
    </Card>
  )
}

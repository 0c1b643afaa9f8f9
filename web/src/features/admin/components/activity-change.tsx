import type { Activity } from '@studiohub/contract/features/admin/schema.ts'
import { type FieldChange, listChanges, summarizeChanges } from '../model/activity.ts'
import { isNewObject, listNewFields, summarizeNewObject } from '../model/new-objects.ts'

/** The values before and after a change, or the values of a new object. They are hidden until the user opens them. */
export function ActivityChange({ entry, timezone }: { entry: Activity; timezone: string }) {
  const { summary, changes } = describeEntry(entry, timezone)
  if (changes.length === 0) return <span className="text-muted-foreground @max-3xl:hidden">-</span>
  return (
    <details className="text-left">
      <summary className="cursor-pointer text-muted-foreground hover:text-foreground">
        <span className="@max-3xl:hidden">{summary}</span>
        <span className="@3xl:hidden">Details</span>
      </summary>
      <dl className="mt-2 grid gap-2 text-xs">
        {changes.map(({ field, before, after }) => (
          <div key={field} className="grid gap-0.5">
            <dt className="text-muted-foreground">{field}</dt>
            <dd className="wrap-anywhere">
              {before !== '-' && (
                <>
                  <del className="text-muted-foreground">{before}</del>{' '}
                </>
              )}
              <ins className="no-underline">{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function describeEntry(entry: Activity, timezone: string): { summary: string; changes: readonly FieldChange[] } {
  const changes = listChanges(entry, timezone)
  if (!isNewObject(entry.before, changes)) return { summary: summarizeChanges(changes), changes }
  const fields = listNewFields(changes)
  return { summary: summarizeNewObject(fields) ?? 'Details', changes: fields }
}

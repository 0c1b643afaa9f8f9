import type { ImportPreview, ImportProblem } from '@studiohub/contract/features/imports/schema.ts'
import { formatImportCount, importFieldLabels, importNouns } from '@studiohub/contract/features/imports/words.ts'
import { Lines } from './lines.tsx'

/** Problems as text, with the name of the field as on the screen. */
export const problemLines = (problems: readonly ImportProblem[]) =>
  problems.map(({ line, field, message }) => ({
    line,
    text: field ? `${importFieldLabels[field]}: ${message}` : message,
  }))

/** The summary of an import before it is confirmed. */
export function Preview({ preview }: { preview: ImportPreview }) {
  const { kind, rows, new_count, known_count, problem_count, left_out, known, problems, is_calendar } = preview
  const figures: readonly (readonly [string, number])[] = [
    [is_calendar ? 'Events' : 'Lines', rows],
    [`New ${importNouns[kind][1]}`, new_count],
    ['Already exist', known_count],
    ['Problems', problem_count],
    ...(left_out > 0 ? [['Skipped', left_out] as const] : []),
  ]
  return (
    <div className="grid gap-5">
      <dl className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap" aria-label="Summary of the import">
        {figures.map(([name, value]) => (
          <div key={name} className="grid min-w-36 flex-1 gap-0.5 rounded-md border border-border p-3">
            <dt className="text-sm text-muted-foreground">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <Notes preview={preview} />
      <Lines
        title="Problems"
        hint="These lines will not be imported. Correct them in the file, or match their names above."
        count={problem_count}
        lines={problemLines(problems)}
        isCalendar={is_calendar}
      />
      <Lines
        title="Already exist"
        hint="You already have these, so they will be skipped."
        count={known_count}
        lines={known}
        isCalendar={is_calendar}
      />
    </div>
  )
}

function Notes({ preview: { kind, new_count, past_count, new_clients } }: { preview: ImportPreview }) {
  const futureCount = new_count - past_count
  const notes = [
    kind === 'bookings' &&
      past_count > 0 &&
      `${formatImportCount(past_count, 'bookings')} in the past will be added as completed.`,
    kind === 'bookings' &&
      futureCount > 0 &&
      `${formatImportCount(futureCount, 'bookings')} in the future will be added as confirmed, or as pending if the file says so.`,
    new_clients > 0 && `${formatImportCount(new_clients, 'clients')} will be added with them.`,
  ].filter((note) => note !== false)
  if (notes.length === 0) return null
  return (
    <ul className="grid gap-1 text-sm text-muted-foreground">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

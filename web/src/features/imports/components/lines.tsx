type LinesProps = {
  title: string
  hint: string
  count: number
  lines: readonly { line: number; text: string }[]
  isCalendar?: boolean
}

/** A list of lines of the file. Renders nothing if there are none. */
export function Lines({ title, hint, count, lines, isCalendar = false }: LinesProps) {
  if (count === 0) return null
  const lineLabel = isCalendar ? 'Event' : 'Line'
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-sm font-medium">{title}</h3>
      <p className="text-sm text-muted-foreground">{hint}</p>
      <ul className="grid max-h-64 gap-1 overflow-y-auto rounded-md border border-border p-3 text-sm">
        {lines.map(({ line, text }) => (
          <li key={`${line} ${text}`} className="flex gap-3">
            <span className="w-20 shrink-0 text-muted-foreground tabular-nums">{`${lineLabel} ${line}`}</span>
            <span className="min-w-0 break-words">{text}</span>
          </li>
        ))}
        {lines.length < count && (
          <li className="text-muted-foreground">{`And ${(count - lines.length).toLocaleString('en')} more`}</li>
        )}
      </ul>
    </section>
  )
}

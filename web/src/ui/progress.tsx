type ProgressProps = {
  /** The accessible name. */
  label: string
  /** From 0 to 1; null if unknown. */
  done: number | null
}

/** Progress of a task. */
export function Progress({ label, done }: ProgressProps) {
  const percent = done === null ? null : Math.round(Math.min(Math.max(done, 0), 1) * 100)
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex justify-between gap-4">
        <span>{label}</span>
        {percent !== null && <span className="text-muted-foreground tabular-nums">{percent}%</span>}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        className="h-2 overflow-hidden rounded-full bg-muted"
      >
        <div
          className={`h-full rounded-full bg-primary transition-[width] duration-150 ${percent === null ? 'w-1/3 animate-pulse' : ''}`}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}

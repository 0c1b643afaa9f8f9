export const emptyDayText = 'Nothing is booked for today.'

/** Says that today has no sessions, where no lanes are shown. */
export const EmptyDay = () => (
  <p className="rounded-md border border-dashed border-border px-4 py-3 text-sm text-muted-foreground">
    {emptyDayText}
  </p>
)

type Period = { label: string; value: number }

/**
 * The periods from the first one with data, because the platform did not exist before. The last one has not ended yet.
 * @param periods oldest first
 */
export function listPeriodsWithData<P extends Period>(periods: readonly P[]): (P & { isOpen: boolean })[] {
  const first = periods.findIndex(({ value }) => value > 0)
  const last = periods.length - 1
  return periods.slice(first === -1 ? last : first).map((period, index, { length }) => ({
    ...period,
    isOpen: index === length - 1,
  }))
}

/** A duration in words: '45 min', '2 h', '1 h 30 min'. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** A range of lengths: '1–4 h', or '30 min – 2 h' if the units differ. */
function formatRange(min_minutes: number, max_minutes: number): string {
  const [min, max] = [lengthText(min_minutes), lengthText(max_minutes)]
  const [[minNumber, minUnit, ...minRest], [, maxUnit, ...maxRest]] = [min.split(' '), max.split(' ')]
  const hasOneUnit = minUnit === maxUnit && minRest.length + maxRest.length === 0
  return hasOneUnit ? `${minNumber}–${max}` : `${min} – ${max}`
}

/** The lengths of a service: '2 h', or '2 h (1–4 h)'. */
export function formatLengths(service: {
  default_minutes: number
  min_minutes: number | null
  max_minutes: number | null
}): string {
  const { default_minutes, min_minutes, max_minutes } = service
  const length = lengthText(default_minutes)
  if (min_minutes !== null && max_minutes !== null) return `${length} (${formatRange(min_minutes, max_minutes)})`
  if (min_minutes !== null) return `${length} (from ${lengthText(min_minutes)})`
  return max_minutes === null ? length : `${length} (up to ${lengthText(max_minutes)})`
}

/** The buffers of a resource in words; null without any. */
export function formatBuffers({
  setup_minutes,
  teardown_minutes,
}: {
  setup_minutes: number
  teardown_minutes: number
}) {
  const words = [
    setup_minutes > 0 && `${lengthText(setup_minutes)} set-up`,
    teardown_minutes > 0 && `${lengthText(teardown_minutes)} tear-down`,
  ].filter(Boolean)
  return words.length > 0 ? words.join(', ') : null
}

/** A duration in words: '45 min', '2 h', '1 h 30 min'. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ')
}

/** The lengths of a service: '2 h', or '2 h, from 1 h to 4 h'. */
export function formatLengths(service: {
  default_minutes: number
  min_minutes: number | null
  max_minutes: number | null
}): string {
  const { min_minutes, max_minutes } = service
  const range = [
    min_minutes !== null && `from ${lengthText(min_minutes)}`,
    max_minutes !== null && `up to ${lengthText(max_minutes)}`,
  ].filter(Boolean)
  return [lengthText(service.default_minutes), range.join(' ')].filter(Boolean).join(', ')
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

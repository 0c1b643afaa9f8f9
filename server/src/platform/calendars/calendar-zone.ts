const zones = new Map<string, string | null>()

/** The system's time zone with this name; null if there is none. */
export function findZone(name: string): string | null {
  const cached = zones.get(name)
  if (cached !== undefined) return cached
  let zone: string | null = null
  try {
    zone =
      name === '' || /^[+-]/.test(name)
        ? null
        : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // A zone name of another system, such as "Romance Standard Time".
  }
  zones.set(name, zone)
  return zone
}

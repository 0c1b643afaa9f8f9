const zones = new Map<string, string | null>()

/** The zone of the system with this name, if there is one. */
export function zoneOf(name: string): string | null {
  const known = zones.get(name)
  if (known !== undefined) return known
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

// In one of these zones it is always daytime while the tests run. None of them is the time zone of the browser.
const zones = ['Pacific/Honolulu', 'America/Sao_Paulo', 'Asia/Kolkata']

/** The IANA time zone in which it is now between 9:00 and 18:00. A test of "today" in it never runs past midnight. */
export function zoneByDay(): string {
  const zone = zones.find((name) => {
    const { hour } = Temporal.Now.zonedDateTimeISO(name)
    return hour >= 9 && hour < 18
  })
  if (!zone) throw new Error('no time zone of the tests has its working day now')
  return zone
}

/** The date in the zone of {@link zoneByDay}, `days` after today, as YYYY-MM-DD. */
export const dateByDay = (days = 0) => Temporal.Now.plainDateISO(zoneByDay()).add({ days }).toString()

/** How a date field shows YYYY-MM-DD to a reader of no country. */
export const dateFieldText = (date: string) =>
  Temporal.PlainDate.from(date).toLocaleString('en', { dateStyle: 'medium' })

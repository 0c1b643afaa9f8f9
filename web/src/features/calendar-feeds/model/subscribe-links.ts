/** The pages or programs that subscribe to a feed. Each of them asks the person first. @param name what the calendar is called there */
export function listSubscribeLinks(url: string, name: string) {
  // With `https:` Google opens an empty calendar, and Apple's programs need their own scheme.
  const webcalUrl = url.replace(/^https?:/, 'webcal:')
  const outlookQuery = `url=${encodeURIComponent(url)}&name=${encodeURIComponent(name)}`
  return [
    {
      label: 'Add to Google Calendar',
      href: `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl)}`,
    },
    { label: 'Add to Apple Calendar', href: webcalUrl },
    { label: 'Add to Outlook', href: `https://outlook.live.com/calendar/0/addfromweb?${outlookQuery}` },
  ]
}

import { ButtonLink } from '#ui/button.tsx'

const programs = [
  {
    name: 'Google Calendar',
    steps: 'On a computer, next to “Other calendars” choose “+”, then “From URL”, and paste it.',
  },
  { name: 'Apple Calendar', steps: 'File, then “New Calendar Subscription”. On an iPhone: Calendars, “Add Calendar”.' },
  { name: 'Outlook', steps: '“Add calendar”, then “Subscribe from web”, and paste it.' },
]

/** How to add the address of a feed to common calendar programs. */
export function CalendarInstructions({ url }: { url: string }) {
  return (
    <div className="grid gap-3 text-sm">
      <dl className="grid gap-2">
        {programs.map(({ name, steps }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted-foreground">{steps}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted-foreground">Calendars update automatically, most within an hour, Google within a day.</p>
      <div>
        <ButtonLink look="secondary">
          <a href={url.replace(/^https?:/, 'webcal:')}>Open in your calendar</a>
        </ButtonLink>
      </div>
    </div>
  )
}

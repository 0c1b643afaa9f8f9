import { CalendarPlus } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import { listSubscribeLinks } from '../model/subscribe-links.ts'

/** Buttons that add a feed to common calendars, and how often these read it. */
export function SubscribeButtons({ url, name }: { url: string; name: string }) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2 max-sm:flex-col">
        {listSubscribeLinks(url, name).map(({ label, href }) => (
          <ButtonLink key={label} look="secondary" className="max-sm:justify-start">
            {/* A page opens in a new tab, because the address is shown only once. A program needs no tab. */}
            <a href={href} {...(href.startsWith('https:') && { target: '_blank' })} rel="noreferrer">
              <CalendarPlus aria-hidden />
              {label}
            </a>
          </ButtonLink>
        ))}
      </div>
      <p className="text-sm text-muted-foreground">
        Apple Calendar reads changes about every hour, Outlook every few hours, and Google Calendar within a day.
      </p>
    </div>
  )
}

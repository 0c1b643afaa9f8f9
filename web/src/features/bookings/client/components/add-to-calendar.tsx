import type { Booking } from '@studiohub/contract/features/bookings/schema.ts'
import type { Studio } from '@studiohub/contract/features/studios/schema.ts'
import { CalendarPlus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { calendarFile } from '../model/calendar-file.ts'

type AddToCalendarProps = {
  booking: Booking
  studio: Pick<Studio, 'name' | 'location'>
  service: string
  /** The page about the session, which the calendar entry links to. */
  path: string
  look?: 'primary' | 'secondary'
}

/** Downloads a session as a calendar file. */
export function AddToCalendar({ booking, studio, service, path, look = 'primary' }: AddToCalendarProps) {
  const download = () => {
    const texts = {
      title: `${service}, ${studio.name}`,
      location: studio.location,
      url: new URL(path, window.location.href).href,
    }
    const url = URL.createObjectURL(new Blob([calendarFile(booking, texts)], { type: 'text/calendar' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `session-${booking.booking_date}.ics`
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <Button look={look} onClick={download}>
      <CalendarPlus aria-hidden />
      Add to calendar
    </Button>
  )
}

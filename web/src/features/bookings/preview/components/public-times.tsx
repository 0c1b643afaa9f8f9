import { listOfferedLengths } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { plusDays, todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { NoTimes } from '#features/bookings/client/components/no-times.tsx'
import { TimePicker } from '#features/bookings/client/components/time-picker.tsx'
import type { SessionChoice } from '#features/bookings/client/model/session-choice.ts'
import { DAYS_SHOWN, findShownDay, MONTH_DAYS_SHOWN } from '#features/bookings/client/model/starts.ts'
import { browserTimeZone } from '#lib/page/browser-time.ts'
import { cx } from '#ui/cx.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { useMediaQuery } from '#ui/use-is-phone.ts'
import { usePublicTimes } from '../api.ts'
import type { Offer } from '../model/offer.ts'
import { ContinueBooking } from './continue-booking.tsx'

type PublicTimesProps = {
  studio: PublicStudio
  service: PublicService
  offer: Offer
  choice: SessionChoice
}

/** Free times of the chosen service, and how to continue with one. */
export function PublicTimes({ studio, service, offer, choice }: PublicTimesProps) {
  const { timezone: zone } = offer
  const [, setParams] = useSearchParams()
  const minutes = choice.minutes ?? service.default_minutes
  const viewerToday = todayIn(zone ?? browserTimeZone(), new Date())
  const [from, setFrom] = useState(() => [choice.day, viewerToday].sort().at(-1) ?? viewerToday)
  const isWide = useMediaQuery('(min-width: 768px)')
  const [daysOnPhone, setDaysOnPhone] = useState(DAYS_SHOWN)
  const daysShown = isWide ? MONTH_DAYS_SHOWN : daysOnPhone
  const query = { slug: studio.slug, date: from, days: daysShown, service: service.key, minutes }
  const times = usePublicTimes(query)
  const shownDay = findShownDay(times.data?.days, choice.day)
  const isFree = shownDay?.date === choice.day && shownDay.free.includes(choice.time)
  const choose = (part: { day?: string; time?: string; minutes?: number }) => {
    const next = { day: choice.day, time: choice.time, minutes, ...part }
    const entries = Object.entries({ ...next, minutes: String(next.minutes) }).filter(([, value]) => value)
    setParams(Object.fromEntries(entries), { replace: true, preventScrollReset: true })
  }

  const showDays = (count: number) => {
    setDaysOnPhone(count)
    // A chosen day after the last one would no longer be visible.
    if (choice.day >= plusDays(from, count)) choose({ day: '', time: '' })
  }

  if (times.error && !times.data) return <NoTimes query={times} error={times.error} />
  return (
    <>
      <LengthField service={service} minutes={minutes} onChange={(length) => choose({ minutes: length })} />
      {choice.time && shownDay && !isFree && (
        <p role="alert">{timeText(choice.time)} is not free. Please choose another time.</p>
      )}
      <TimePicker
        from={from}
        today={times.data?.today ?? viewerToday}
        zone={times.data?.timezone ?? zone}
        days={times.data?.days}
        daysShown={daysShown}
        {...(!isWide && { onDaysShown: showDays })}
        day={choice.day}
        time={choice.time}
        person_title={service.person_title}
        namesZone
        onFrom={(first) => {
          setFrom(first)
          choose({ day: '', time: '' })
        }}
        onDay={(day) => choose({ day, time: '' })}
        onTime={(time) => choose({ day: shownDay?.date ?? '', time })}
      />
      {isFree && (
        <ContinueBooking
          studio={studio}
          service={service}
          takesVisitors={offer.takes_visitors}
          session={{ ...choice, minutes }}
        />
      )}
    </>
  )
}

/** Lengths with their own button, if a service offers many. */
const COMMON_LENGTHS = [60, 120, 180, 240, 360, 480]
const FEW_LENGTHS = 6

type LengthFieldProps = { service: PublicService; minutes: number; onChange: (minutes: number) => void }

/** The common lengths as buttons, and the others in a list. */
function LengthField({ service, minutes, onChange }: LengthFieldProps) {
  const lengths = listOfferedLengths(service)
  if (lengths.length < 2) return null
  const isShort = lengths.length <= FEW_LENGTHS
  const shown = isShort ? lengths : lengths.filter((length) => COMMON_LENGTHS.includes(length))
  const others = lengths.filter((length) => !shown.includes(length))
  const isOther = others.includes(minutes)
  const toChoice = (length: number) => ({ value: String(length), label: lengthText(length) })
  return (
    <div className="grid gap-1.5">
      <p aria-hidden className="text-sm font-medium">
        Length
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {shown.length > 1 && (
          <div className="flex max-sm:grow">
            <Segmented
              label="Length"
              value={String(minutes)}
              choices={shown.map(toChoice)}
              onChange={(length) => onChange(Number(length))}
              isWide
            />
          </div>
        )}
        {others.length > 0 && (
          // On phones in the row of the buttons. A chosen length needs more space.
          <div className={cx('sm:w-40', !isOther && 'max-sm:w-24')}>
            <Select
              aria-label="Other length"
              // Without a choice it looks like the buttons that are not chosen.
              className={isOther ? '' : 'border-border! bg-sunken! font-medium text-muted-foreground'}
              choices={others.map(toChoice)}
              placeholder="Other"
              value={isOther ? String(minutes) : ''}
              onChange={({ target }) => target.value && onChange(Number(target.value))}
            />
          </div>
        )}
      </div>
    </div>
  )
}

import { listOfferedLengths } from '@studiohub/contract/features/availability/choices/rules.ts'
import type { PublicService } from '@studiohub/contract/features/availability/schema.ts'
import type { PublicStudio } from '@studiohub/contract/features/studios/schema.ts'
import { timeText } from '@studiohub/contract/shared/formats.ts'
import { todayIn } from '@studiohub/contract/shared/instants.ts'
import { lengthText } from '@studiohub/contract/shared/length.ts'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { NoTimes } from '#features/bookings/client/components/no-times.tsx'
import { RadioTile, TimePicker } from '#features/bookings/client/components/time-picker.tsx'
import type { SessionChoice } from '#features/bookings/client/model/session-choice.ts'
import { DAYS_SHOWN, findShownDay } from '#features/bookings/client/model/starts.ts'
import { browserTimeZone } from '#lib/page/time.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { usePublicTimes } from '../api.ts'
import { ContinueBooking } from './continue-booking.tsx'

type PublicTimesProps = {
  studio: PublicStudio
  service: PublicService
  /** The studio's time zone, if already known. */
  zone: string | null
  choice: SessionChoice
}

/** Free times of the chosen service, and how to continue with one. */
export function PublicTimes({ studio, service, zone, choice }: PublicTimesProps) {
  const [, setParams] = useSearchParams()
  const minutes = choice.minutes ?? service.default_minutes
  const viewerToday = todayIn(zone ?? browserTimeZone(), new Date())
  const [from, setFrom] = useState(() => [choice.day, viewerToday].sort().at(-1) ?? viewerToday)
  const query = { slug: studio.slug, date: from, days: DAYS_SHOWN, service: service.key, minutes }
  const times = usePublicTimes(query)
  const shownDay = findShownDay(times.data?.days, choice.day)
  const isFree = shownDay?.date === choice.day && shownDay.free.includes(choice.time)
  const choose = (part: { day?: string; time?: string; minutes?: number }) => {
    const next = { day: choice.day, time: choice.time, minutes, ...part }
    const entries = Object.entries({ ...next, minutes: String(next.minutes) }).filter(([, value]) => value)
    setParams(Object.fromEntries(entries), { replace: true, preventScrollReset: true })
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
        day={choice.day}
        time={choice.time}
        person_title={service.person_title}
        onFrom={(first) => {
          setFrom(first)
          choose({ day: '', time: '' })
        }}
        onDay={(day) => choose({ day, time: '' })}
        onTime={(time) => choose({ day: shownDay?.date ?? '', time })}
      />
      {isFree && <ContinueBooking studio={studio} service={service} session={{ ...choice, minutes }} />}
    </>
  )
}

const FEW_LENGTHS = 5

type LengthFieldProps = { service: PublicService; minutes: number; onChange: (minutes: number) => void }

function LengthField({ service, minutes, onChange }: LengthFieldProps) {
  const lengths = listOfferedLengths(service)
  if (lengths.length < 2) return null
  if (lengths.length <= FEW_LENGTHS) return <LengthTiles lengths={lengths} minutes={minutes} onChange={onChange} />
  return (
    <Field label="Length">
      {(control) => (
        <Select
          {...control}
          choices={lengths.map((length) => ({ value: String(length), label: lengthText(length) }))}
          value={String(minutes)}
          onChange={({ target }) => onChange(Number(target.value))}
        />
      )}
    </Field>
  )
}

type LengthTilesProps = { lengths: readonly number[]; minutes: number; onChange: (minutes: number) => void }

function LengthTiles({ lengths, minutes, onChange }: LengthTilesProps) {
  const name = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Length</legend>
      <div className="flex flex-wrap gap-1">
        {lengths.map((length) => (
          <RadioTile
            key={length}
            name={name}
            label={lengthText(length)}
            checked={length === minutes}
            onPick={() => onChange(length)}
            className="grid min-h-11 min-w-16 place-content-center px-3 text-sm tabular-nums md:min-h-10"
          >
            {lengthText(length)}
          </RadioTile>
        ))}
      </div>
    </fieldset>
  )
}

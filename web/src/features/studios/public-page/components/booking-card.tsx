import { visitorPromise } from '@studiohub/contract/features/bookings/visitors/words.ts'
import { formatPlaceholder, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { paths } from '#paths.ts'
import { errorTextClasses, fieldClasses, VisitorFields } from './visitor-fields.tsx'

const getPagePlaceholder = (name: string) => formatPlaceholder('page', name)

const stepButtonClasses =
  'grid size-9 place-items-center rounded-md border border-border text-lg hover:bg-muted disabled:opacity-40 max-md:size-11 noscript:hidden'
// A gray day would look taken, so only days without free times have no border.
const dayClasses =
  'grid justify-items-center rounded-md border border-input bg-card py-1.5 leading-tight hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary data-full:text-muted-foreground data-full:not-aria-pressed:border-transparent [&[data-full]>b]:line-through'
const timeClasses =
  'relative grid h-11 cursor-pointer place-items-center rounded-md border border-input text-sm tabular-nums hover:bg-muted has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring'
const hiddenInputClasses = 'absolute inset-0 m-0 size-full cursor-pointer opacity-0'
const quietTextClasses = 'text-sm text-muted-foreground'
// These buttons work only with the page's script.
const moreButtonClasses =
  'justify-self-start text-sm text-link underline underline-offset-4 max-md:-my-2 max-md:min-h-11 noscript:hidden'
const buttonClasses = 'grid h-12 place-items-center rounded-md font-semibold'
const continueClasses = `${buttonClasses} bg-primary text-on-primary hover:bg-primary-hover`
// Gray until a time is chosen, but never disabled: without a time, a click on it asks for one.
const bookClasses = `${buttonClasses} group-aria-busy/booking:opacity-60 bg-muted text-muted-foreground group-has-[[name=time]:checked]/booking:bg-primary group-has-[[name=time]:checked]/booking:text-on-primary group-has-[[name=time]:checked]/booking:hover:bg-primary-hover`

type BookingCardProps = {
  /** The target of links that leave the form. In a frame on another website they open another window. */
  target?: '_blank' | undefined
}

/**
 * Service, day, time, name and email in one form. It works without the page's script: the server writes days and times into
 * it, links select others, and sending it loads a new page. With the script, other days and times appear without loading the
 * page. The script copies the `template` elements.
 */
export function BookingCard({ target }: BookingCardProps) {
  return (
    <form
      id="book"
      method="post"
      action={paths.here('book')}
      data-when="shows_form"
      data-booking={placeholderStudio.slug}
      data-studio={getPagePlaceholder('studio_id')}
      data-any-rule={getPagePlaceholder('cancel_rule')}
      aria-labelledby="book-title"
      className="group/booking grid grid-cols-1 gap-4 rounded-md border border-border bg-card p-4 shadow-lg sm:p-5"
    >
      <h2 id="book-title" className="font-display text-lg font-semibold">
        Book a session
      </h2>
      <p data-when="form_message" role="alert" className={errorTextClasses}>
        {getPagePlaceholder('form_message')}
      </p>
      <ServiceAndLength />
      <Days />
      <Times />
      <p
        className="grid min-h-6 grid-cols-[1fr_auto] items-baseline gap-x-3 text-sm text-muted-foreground tabular-nums group-has-[[name=time]:checked]/booking:text-foreground sm:text-base [&>:not([data-room])]:group-has-[[name=time]:checked]/booking:font-semibold"
        aria-live="polite"
      >
        <span data-choice>{getPagePlaceholder('choice_text')}</span>
        <span data-price>{getPagePlaceholder('choice_price')}</span>
        <span data-room className="col-span-full text-sm wrap-anywhere empty:hidden">
          {getPagePlaceholder('choice_room')}
        </span>
      </p>
      <VisitorFields />
      <section data-when="visitors" data-signed-out aria-label="Your booking" className="grid gap-3">
        <button type="submit" className={bookClasses}>
          Book
        </button>
        <small className={quietTextClasses}>
          {visitorPromise} Have an account?{' '}
          <a
            data-continue
            href={getPagePlaceholder('choice_url')}
            target={target}
            className="text-link underline underline-offset-4"
          >
            Sign in and book
          </a>
        </small>
      </section>
      <button type="button" data-book data-signed-in hidden className={bookClasses}>
        Book
      </button>
      <a
        data-when="no_visitors"
        data-signed-out
        data-continue
        href={getPagePlaceholder('choice_url')}
        target={target}
        className={continueClasses}
      >
        Continue
      </a>
      <p className={quietTextClasses}>
        <span data-rule aria-live="polite">
          {getPagePlaceholder('choice_rule')}
        </span>
        .
      </p>
      <template data-day-look>
        <button type="button" className={dayClasses}>
          <small className="text-xs" />
          <b className="font-semibold tabular-nums" />
        </button>
      </template>
      <template data-time-look>
        <label className={timeClasses}>
          <input type="radio" name="time" required className={hiddenInputClasses} />
          <span />
        </label>
      </template>
    </form>
  )
}

function ServiceAndLength() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-2">
      <label className="grid gap-1 text-sm">
        Service
        <span className="relative grid">
          <select name="service" className={`${fieldClasses} appearance-none pr-9`}>
            <option data-each="option" value={formatPlaceholder('option', 'key')}>
              {formatPlaceholder('option', 'label')}
            </option>
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4" />
        </span>
      </label>
      <label className="grid gap-1 text-sm">
        Length
        <span className="relative grid">
          <select name="minutes" className={`${fieldClasses} appearance-none pr-9`}>
            <option data-each="length" value={formatPlaceholder('length', 'minutes')}>
              {formatPlaceholder('length', 'text')}
            </option>
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4" />
        </span>
      </label>
    </div>
  )
}

function Days() {
  const day = (name: string) => formatPlaceholder('day', name)
  const face = (
    <>
      <small className="text-xs">{day('weekday')}</small>
      <b className="font-semibold tabular-nums">{day('number')}</b>
    </>
  )
  return (
    <div className="grid gap-2">
      <div className="flex items-center gap-1">
        <p data-month className="mr-auto text-sm font-medium">
          {getPagePlaceholder('month')}
        </p>
        <button type="button" data-step="-1" aria-label="Earlier days" className={stepButtonClasses}>
          <ChevronLeft aria-hidden className="size-5" />
        </button>
        <button type="button" data-step="1" aria-label="Later days" className={stepButtonClasses}>
          <ChevronRight aria-hidden className="size-5" />
        </button>
      </div>
      <input type="hidden" name="day" value={getPagePlaceholder('choice_day')} />
      <fieldset>
        <legend className="sr-only">Day</legend>
        <div
          data-days
          className="grid min-h-26 grid-cols-7 content-start gap-1 not-data-all:[&>:nth-child(n+15)]:hidden"
        >
          <span data-each="day" className="contents">
            <a
              data-when="day_chosen"
              href={day('url')}
              aria-label={day('label')}
              aria-current="date"
              className={dayClasses}
            >
              {face}
            </a>
            <a data-when="no_day_chosen" href={day('url')} aria-label={day('label')} className={dayClasses}>
              {face}
            </a>
          </span>
        </div>
      </fieldset>
      <button type="button" data-more className={moreButtonClasses}>
        Show the whole month
      </button>
    </div>
  )
}

function Times() {
  const start = (name: string) => formatPlaceholder('start', name)
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span data-day-name aria-live="polite" className="font-medium">
          {getPagePlaceholder('day_name')}
        </span>
        <span className="text-muted-foreground">{getPagePlaceholder('zone')}</span>
      </p>
      <fieldset aria-describedby="time-error">
        <legend className="sr-only">Time</legend>
        <div data-times className="grid grid-cols-4 gap-1.5">
          <label data-each="start" className={timeClasses}>
            <input
              data-when="start_chosen"
              type="radio"
              name="time"
              value={start('time')}
              required
              defaultChecked
              className={hiddenInputClasses}
            />
            <input
              data-when="no_start_chosen"
              type="radio"
              name="time"
              value={start('time')}
              required
              className={hiddenInputClasses}
            />
            <span>{start('text')}</span>
          </label>
        </div>
      </fieldset>
      <p data-when="time_error" id="time-error" role="alert" className={errorTextClasses}>
        {getPagePlaceholder('time_error')}
      </p>
      <button data-when="has_more_starts" type="button" data-all-times className={moreButtonClasses}>
        Show all times
      </button>
      <button data-when="no_has_more_starts" type="button" data-all-times hidden className={moreButtonClasses}>
        Show all times
      </button>
    </div>
  )
}

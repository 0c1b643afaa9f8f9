import { standIn, standInOf } from '@studiohub/contract/shared/stand-in.ts'
import { paths } from '#paths.ts'

const page = (name: string) => standInOf('page', name)

const field =
  'h-11 w-full min-w-0 rounded-md border border-input bg-field px-3 text-foreground disabled:text-muted-foreground aria-invalid:border-cancelled'
const step =
  'grid size-9 place-items-center rounded-md border border-border text-lg hover:bg-muted disabled:opacity-40 noscript:hidden'
const dayLook =
  'grid justify-items-center rounded-md border border-border py-1.5 leading-tight hover:bg-muted aria-pressed:border-primary aria-pressed:bg-primary aria-pressed:text-on-primary aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-on-primary data-full:text-muted-foreground [&[data-full]>b]:line-through'
const timeLook =
  'relative grid h-11 cursor-pointer place-items-center rounded-md border border-border text-sm tabular-nums hover:bg-muted has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring'
const hiddenInput = 'absolute inset-0 m-0 size-full cursor-pointer opacity-0'
const quiet = 'text-sm text-muted-foreground'
const problem = 'text-sm text-cancelled'
// These buttons work only with the page's script.
const moreLook = 'justify-self-start text-sm text-link underline underline-offset-4 noscript:hidden'
const mainButton =
  'grid h-12 place-items-center rounded-md bg-primary font-semibold text-on-primary hover:bg-primary-hover'

type BookingCardProps = {
  /** Where links that leave the form open: in a frame of another website in another window. */
  target?: '_blank' | undefined
}

/**
 * Service, day, time, name and email in one form. It works without the page's script: the server writes days and times into
 * it, links choose others, and the answer is a whole page. With the script, other days and times appear without loading the
 * page. The script copies the templates.
 */
export function BookingCard({ target }: BookingCardProps) {
  return (
    <form
      id="book"
      method="post"
      action={paths.here('book')}
      data-when="shows_form"
      data-booking={standIn.slug}
      data-studio={page('studio_id')}
      data-any-rule={page('cancel_rule')}
      aria-labelledby="book-title"
      className="grid gap-4 rounded-md border border-border bg-card p-4 shadow-lg sm:p-5"
    >
      <h2 id="book-title" className="font-display text-lg font-semibold">
        Book a session
      </h2>
      <p data-when="form_message" role="alert" className={problem}>
        {page('form_message')}
      </p>
      <ServiceAndLength />
      <Days />
      <Times />
      <p className="flex items-baseline justify-between gap-3 font-semibold tabular-nums" aria-live="polite">
        <span data-choice>{page('choice_text')}</span>
        <span data-price>{page('choice_price')}</span>
      </p>
      <Visitor target={target} />
      <button type="button" data-book data-signed-in hidden className={mainButton}>
        Book
      </button>
      <a
        data-when="no_visitors"
        data-signed-out
        data-continue
        href={page('choice_url')}
        target={target}
        className={mainButton}
      >
        Continue
      </a>
      <p className={quiet}>
        <span data-rule aria-live="polite">
          {page('choice_rule')}
        </span>
        . Times are {page('zone')}.
      </p>
      <template data-day-look>
        <button type="button" className={dayLook}>
          <small className="text-xs" />
          <b className="font-semibold tabular-nums" />
        </button>
      </template>
      <template data-time-look>
        <label className={timeLook}>
          <input type="radio" name="time" required className={hiddenInput} />
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
        <select name="service" className={field}>
          <option data-each="option" value={standInOf('option', 'key')}>
            {standInOf('option', 'label')}
          </option>
        </select>
      </label>
      <label className="grid gap-1 text-sm">
        Length
        <select name="minutes" className={field}>
          <option data-each="length" value={standInOf('length', 'minutes')}>
            {standInOf('length', 'text')}
          </option>
        </select>
      </label>
    </div>
  )
}

function Days() {
  const day = (name: string) => standInOf('day', name)
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
          {page('month')}
        </p>
        <button type="button" data-step="-1" aria-label="Earlier days" className={step}>
          ‹
        </button>
        <button type="button" data-step="1" aria-label="Later days" className={step}>
          ›
        </button>
      </div>
      <input type="hidden" name="day" value={page('choice_day')} />
      <fieldset>
        <legend className="sr-only">Day</legend>
        <div
          data-days
          className="grid min-h-[7.25rem] grid-cols-7 content-start gap-1 not-data-all:[&>:nth-child(n+15)]:hidden"
        >
          <span data-each="day" className="contents">
            <a
              data-when="day_chosen"
              href={day('url')}
              aria-label={day('label')}
              aria-current="date"
              className={dayLook}
            >
              {face}
            </a>
            <a data-when="no_day_chosen" href={day('url')} aria-label={day('label')} className={dayLook}>
              {face}
            </a>
          </span>
        </div>
      </fieldset>
      <button type="button" data-more className={moreLook}>
        Show the whole month
      </button>
    </div>
  )
}

function Times() {
  const start = (name: string) => standInOf('start', name)
  return (
    <div className="grid gap-2">
      <p data-day-name aria-live="polite" className="text-sm font-medium">
        {page('day_name')}
      </p>
      <fieldset aria-describedby="time-error">
        <legend className="sr-only">Time</legend>
        <div data-times className="grid min-h-[9rem] grid-cols-4 content-start gap-1.5">
          <label data-each="start" className={timeLook}>
            <input
              data-when="start_chosen"
              type="radio"
              name="time"
              value={start('time')}
              required
              defaultChecked
              className={hiddenInput}
            />
            <input
              data-when="no_start_chosen"
              type="radio"
              name="time"
              value={start('time')}
              required
              className={hiddenInput}
            />
            <span>{start('text')}</span>
          </label>
        </div>
      </fieldset>
      <p data-when="time_error" id="time-error" role="alert" className={problem}>
        {page('time_error')}
      </p>
      <button data-when="has_more_starts" type="button" data-all-times className={moreLook}>
        Show all times
      </button>
      <button data-when="no_has_more_starts" type="button" data-all-times hidden className={moreLook}>
        Show all times
      </button>
    </div>
  )
}

/** Name and email of a visitor, and the button that holds the time. Signed-in clients book here instead. */
function Visitor({ target }: BookingCardProps) {
  return (
    <section data-when="visitors" data-signed-out aria-label="Your details" className="grid gap-3">
      <TextField name="name" label="Name" autoComplete="name" maxLength={120} />
      <TextField name="email" label="Email" type="email" autoComplete="email" maxLength={255} />
      <Code />
      <div data-when="turnstile" className="cf-turnstile" data-sitekey={page('turnstile')} />
      <div data-when="hcaptcha" className="h-captcha" data-sitekey={page('hcaptcha')} />
      <button type="submit" className={mainButton}>
        Book
      </button>
      <small className={quiet}>
        We hold the time for 15 minutes and email you a link to confirm it. Have an account?{' '}
        <a data-continue href={page('choice_url')} target={target} className="text-link underline underline-offset-4">
          Sign in and book
        </a>
      </small>
    </section>
  )
}

/** A folded field for a discount code. With the page's script, its button shows the lower prices before the form is sent. */
function Code() {
  const fields = (
    <>
      <summary className="cursor-pointer text-sm text-link underline-offset-4 hover:underline">Have a code?</summary>
      <div className="mt-2 grid grid-cols-[1fr_auto] items-end gap-2">
        <label className="grid gap-1 text-sm">
          Discount code
          <input
            name="discount_code"
            defaultValue={page('form_code')}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="characters"
            aria-describedby="code-text"
            className={field}
          />
        </label>
        <button
          type="button"
          data-use
          className="h-11 rounded-md border border-border px-4 text-sm hover:bg-muted noscript:hidden"
        >
          Use code
        </button>
      </div>
      <p id="code-text" data-code role="status" className="mt-1 text-sm">
        {page('code_error')}
      </p>
    </>
  )
  return (
    <>
      <details data-when="has_code" open>
        {fields}
      </details>
      <details data-when="no_has_code">{fields}</details>
    </>
  )
}

type TextFieldProps = { name: string; label: string; type?: string; autoComplete: string; maxLength: number }

/** A field that keeps its typed text. The server removes one of the two inputs. */
function TextField({ name, label, ...more }: TextFieldProps) {
  const input = { name, defaultValue: page(`form_${name}`), required: true, className: field, ...more }
  const error = `${name}-error`
  return (
    <>
      <label className="grid gap-1 text-sm">
        {label}
        <input data-when={`${name}_error`} aria-invalid aria-describedby={error} {...input} />
        <input data-when={`no_${name}_error`} {...input} />
      </label>
      <p data-when={`${name}_error`} id={error} role="alert" className={problem}>
        {page(`${name}_error`)}
      </p>
    </>
  )
}

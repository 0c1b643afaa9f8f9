import pageScript from 'virtual:site/studio-page'
import { widePictureSources } from '@studiohub/contract/shared/images.ts'
import { placeholderOf, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { LegalLinks } from '#layouts/public/legal-links.tsx'
import { PrerenderedMark } from '#layouts/public/prerendered-studio.tsx'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { BookingCard } from './public-page/components/booking-card.tsx'
import { HeroDrawing, RoomDrawing } from './public-page/components/drawings.tsx'
import { HeldCard } from './public-page/components/held-card.tsx'

export const handle = staticPage
export const clientMiddleware = loadDocument

const getPagePlaceholder = (field: string) => placeholderOf('page', field)

/**
 * The public page of a studio. It is prerendered with placeholders: the server writes the studio's data and lists into it.
 * It removes elements whose `data-when` names a field that the studio does not have.
 */
export default function PublicPageScreen() {
  return (
    <div className="flex min-h-dvh flex-col">
      <Hero />
      <main className="mx-auto grid w-full max-w-6xl flex-1 items-start gap-x-12 gap-y-10 px-4 pb-16 md:px-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="relative z-10 grid gap-4 max-lg:-mt-6 lg:sticky lg:top-6 lg:order-last lg:-mt-24">
          <BookingCard />
          <HeldCard />
          <ClosedCard />
        </div>
        <div className="grid min-w-0 gap-12 lg:pt-10">
          <NextTimes />
          <Rooms />
          <Services />
          <People />
          <Facts />
        </div>
      </main>
      <Footer />
      <script type="module" src={pageScript} fetchPriority="low" />
    </div>
  )
}

const contactButtonClasses =
  'grid min-h-11 place-items-center rounded-md border border-border bg-raised px-4 text-sm font-medium wrap-anywhere hover:bg-muted'

/** In place of the booking card: no bookings at the moment, and how to reach the studio. */
function ClosedCard() {
  return (
    <section
      data-when="no_is_bookable"
      aria-labelledby="closed-title"
      className="grid gap-3 rounded-md border border-border bg-card p-5 shadow-lg"
    >
      <h2 id="closed-title" className="font-display text-lg font-semibold">
        Bookings are closed
      </h2>
      <p>This studio is not accepting new bookings at the moment.</p>
      <a data-when="contact_phone" href={`tel:${getPagePlaceholder('phone_url')}`} className={contactButtonClasses}>
        Call {getPagePlaceholder('contact_phone')}
      </a>
      <a
        data-when="contact_email"
        href={`mailto:${getPagePlaceholder('contact_email')}`}
        className={contactButtonClasses}
      >
        {getPagePlaceholder('contact_email')}
      </a>
      <p data-signed-out className="text-sm text-muted-foreground">
        Already a client?{' '}
        <a href={paths.login({ namespace: placeholderStudio.slug })} className="text-link underline underline-offset-4">
          Sign in
        </a>
      </p>
    </section>
  )
}

const heroLinkClasses = 'rounded-md px-3 py-2 hover:bg-[rgb(255_255_255/0.15)]'

function Hero() {
  return (
    <header className="relative isolate flex min-h-80 flex-col justify-between overflow-hidden text-[#fff] md:min-h-[26rem]">
      <HeroDrawing />
      <img
        data-when="hero"
        src={getPagePlaceholder('hero')}
        srcSet={widePictureSources(getPagePlaceholder('hero'))}
        sizes="100vw"
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
        className="absolute inset-0 -z-20 size-full object-cover"
      />
      <div className="absolute inset-0 -z-10 bg-[linear-gradient(rgb(0_0_0/0.7),rgb(0_0_0/0.3)_40%,rgb(0_0_0/0.8))] lg:bg-[linear-gradient(rgb(0_0_0/0.8),rgb(0_0_0/0)_8rem),linear-gradient(to_right,rgb(0_0_0/0.6),rgb(0_0_0/0.5)_40%,rgb(0_0_0/0.05)_75%),linear-gradient(to_top,rgb(0_0_0/0.35),rgb(0_0_0/0)_50%)]" />
      <nav
        aria-label="Studio"
        className="mx-auto flex w-full max-w-6xl items-center gap-1 py-3 pr-1 pl-4 text-sm font-medium md:pr-5 md:pl-8"
      >
        <span className="mr-auto flex min-w-0 items-center gap-3 font-display text-base font-semibold [&_img]:size-9 [&>span:first-child]:size-9">
          <PrerenderedMark studio={placeholderStudio} />
          <span className="truncate max-sm:sr-only">{placeholderStudio.name}</span>
        </span>
        <a data-when="has_rooms" href={paths.here('rooms')} className={`${heroLinkClasses} max-md:hidden`}>
          Rooms
        </a>
        <a data-when="has_services" href={paths.here('prices')} className={`${heroLinkClasses} max-md:hidden`}>
          Prices
        </a>
        <a data-when="has_contact" href={paths.here('find-us')} className={`${heroLinkClasses} max-md:hidden`}>
          Find us
        </a>
        <a href={paths.login({ namespace: placeholderStudio.slug })} data-signed-out className={heroLinkClasses}>
          Sign in
        </a>
        <a
          href={paths.callback({ namespace: placeholderStudio.slug })}
          data-signed-in
          hidden
          className={heroLinkClasses}
        >
          My page
        </a>
      </nav>
      <div className="mx-auto grid w-full max-w-6xl justify-items-start gap-2 px-4 pt-10 pb-12 md:px-8 lg:pr-[30rem]">
        <p
          data-when="opening"
          data-opening={getPagePlaceholder('opening_states')}
          className="rounded-full bg-[#fff] px-3 py-1 text-sm font-semibold text-[#111]"
        >
          {getPagePlaceholder('opening')}
        </p>
        <h1 className="max-w-full font-display text-2xl font-semibold text-balance wrap-break-word">
          {placeholderStudio.name}
        </h1>
        <p data-when="tagline" className="text-lg">
          {placeholderStudio.tagline}
        </p>
        <p className="text-sm">
          {getPagePlaceholder('kind')}
          <a
            data-when="location"
            href={getPagePlaceholder('map_url')}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-4"
          >
            <i className="inline-block whitespace-pre not-italic"> · </i>
            {getPagePlaceholder('location')}
          </a>
        </p>
      </div>
    </header>
  )
}

const headingClasses = 'mb-4 font-display text-xl font-semibold'
const cardClasses = 'rounded-md border border-border bg-card'

function NextTimes() {
  const time = (field: string) => placeholderOf('time', field)
  return (
    <section data-when="has_times" aria-labelledby="next-times">
      <h2 id="next-times" className={headingClasses}>
        Next free times
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        <li data-each="time" className="sm:last:odd:col-span-full">
          <a
            href={time('url')}
            data-day={time('day')}
            data-start={time('start')}
            className={`${cardClasses} grid px-4 py-2.5 transition duration-150 hover:border-input hover:bg-muted`}
          >
            <b className="font-semibold tabular-nums">{time('text')}</b>
            <small className="text-sm text-muted-foreground">{time('price')}</small>
          </a>
        </li>
      </ul>
    </section>
  )
}

function Rooms() {
  const room = (field: string) => placeholderOf('room', field)
  return (
    <section data-when="has_rooms" aria-labelledby="rooms">
      <h2 id="rooms" className={headingClasses}>
        Rooms
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2">
        {/* A room alone in its row has the full width. */}
        <li
          data-each="room"
          className={`${cardClasses} overflow-hidden sm:last:odd:col-span-full sm:last:odd:[&>img]:aspect-[2/1]`}
        >
          <img
            data-when="room_picture"
            src={room('picture')}
            alt={room('alt')}
            width={640}
            height={480}
            loading="lazy"
            className="aspect-[4/3] w-full object-cover"
          />
          <RoomDrawing />
          <div className="min-w-0 p-4">
            <h3 className="font-display text-lg font-semibold wrap-break-word">{room('name')}</h3>
            <p data-when="room_details" className="text-sm text-muted-foreground">
              {room('details')}
            </p>
          </div>
        </li>
      </ul>
    </section>
  )
}

function Services() {
  const service = (field: string) => placeholderOf('service', field)
  return (
    <section data-when="has_services" aria-labelledby="prices">
      <h2 id="prices" className={headingClasses}>
        What you can book
      </h2>
      <ul className={`${cardClasses} divide-y divide-border`}>
        <li data-each="service">
          <a
            href={service('url')}
            data-service={service('key')}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3.5 hover:bg-muted"
          >
            <img
              data-when="service_picture"
              src={service('picture')}
              alt=""
              width={640}
              height={480}
              loading="lazy"
              className="aspect-[4/3] w-20 rounded-md object-cover"
            />
            <span className="grid min-w-40 flex-1 gap-0.5">
              <span className="font-medium wrap-break-word">{service('label')}</span>
              <small data-when="service_description" className="text-sm text-muted-foreground">
                {service('description')}
              </small>
              <small className="text-sm text-muted-foreground">
                {service('length')}
                <i data-when="service_capacity" className="not-italic">
                  , {service('capacity')}
                </i>
              </small>
            </span>
            <strong className="font-semibold tabular-nums">{service('price')}</strong>
          </a>
        </li>
      </ul>
    </section>
  )
}

function People() {
  const person = (field: string) => placeholderOf('person', field)
  return (
    <section data-when="has_people" aria-labelledby="people">
      <h2 id="people" className={headingClasses}>
        People
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        <li data-each="person" className={`${cardClasses} flex sm:last:odd:col-span-full items-center gap-3 p-3`}>
          <b
            aria-hidden
            className="grid size-11 shrink-0 place-items-center rounded-full bg-secondary font-display text-on-secondary"
          >
            {person('initial')}
          </b>
          <div className="min-w-0">
            <p className="font-medium wrap-break-word">{person('name')}</p>
            <p data-when="person_details" className="text-sm text-muted-foreground">
              {person('details')}
            </p>
          </div>
        </li>
      </ul>
    </section>
  )
}

const linkClasses = 'text-link underline underline-offset-4'

function Facts() {
  const link = (field: string) => placeholderOf('link', field)
  return (
    <section aria-labelledby="find-us" data-when="has_rules">
      <h2 id="find-us" className={headingClasses}>
        Good to know
      </h2>
      <p className="mb-4">
        {getPagePlaceholder('cancel_rule')}. All times are {getPagePlaceholder('zone')}.
      </p>
      <address className="grid justify-items-start gap-2 not-italic">
        <a
          data-when="location"
          href={getPagePlaceholder('map_url')}
          target="_blank"
          rel="noopener noreferrer"
          className={linkClasses}
        >
          {getPagePlaceholder('location')}
        </a>
        <a data-when="contact_phone" href={`tel:${getPagePlaceholder('phone_url')}`} className={linkClasses}>
          {getPagePlaceholder('contact_phone')}
        </a>
        <a data-when="contact_email" href={`mailto:${getPagePlaceholder('contact_email')}`} className={linkClasses}>
          {getPagePlaceholder('contact_email')}
        </a>
      </address>
      <ul data-when="has_links" className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        <li data-each="link">
          <a href={link('url')} target="_blank" rel="noopener noreferrer" className={linkClasses}>
            {link('label')}
          </a>
        </li>
      </ul>
    </section>
  )
}

function Footer() {
  return (
    <footer className="border-t border-border">
      <p className="mx-auto flex w-full max-w-6xl flex-wrap gap-x-5 items-center gap-y-1 px-4 py-6 text-sm text-muted-foreground md:px-8">
        <span>{placeholderStudio.name}</span>
        <LegalLinks studio={placeholderStudio.slug} />
        {/* A captcha may set cookies, so pages with one do not show this sentence. */}
        <span data-when="no_turnstile">
          <span data-when="no_hcaptcha">This page sets no cookies.</span>
        </span>
        <a
          href={paths.login({ namespace: placeholderStudio.slug })}
          data-signed-out
          className="underline underline-offset-4"
        >
          Sign in
        </a>
      </p>
    </footer>
  )
}

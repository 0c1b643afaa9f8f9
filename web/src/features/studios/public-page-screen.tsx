import pageScript from 'virtual:site/studio-page'
import { formatPlaceholder, placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { ChevronRight } from 'lucide-react'
import { LegalLinks } from '#layouts/public/legal-links.tsx'
import { PrerenderedMark } from '#layouts/public/prerendered-studio.tsx'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { PictureStrip, slideClasses } from '#ui/picture-strip.tsx'
import { CONTENT, SkipLink } from '#ui/skip-link.tsx'
import { BookingCard } from './public-page/components/booking-card.tsx'
import { ClosedCard } from './public-page/components/closed-card.tsx'
import { RoomDrawing } from './public-page/components/drawings.tsx'
import { Facts } from './public-page/components/facts.tsx'
import { HeldCard } from './public-page/components/held-card.tsx'
import { Hero } from './public-page/components/hero.tsx'

export const handle = staticPage
export const clientMiddleware = loadDocument

/**
 * The public page of a studio. It is prerendered with placeholders: the server writes the studio's data and lists into it.
 * It removes elements whose `data-when` names a field that the studio does not have.
 */
export default function PublicPageScreen() {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Hero mark={<PrerenderedMark studio={placeholderStudio} />} />
      <main
        id={CONTENT}
        tabIndex={-1}
        className="mx-auto grid w-full max-w-6xl flex-1 grid-cols-1 items-start gap-x-12 gap-y-10 px-4 pb-16 md:px-8 outline-none lg:grid-cols-[minmax(0,1fr)_24rem]"
      >
        {/* Both columns are named, because a slow browser paints this one before it has read the other one. */}
        <div className="relative z-10 grid grid-cols-1 gap-4 max-lg:-mt-6 lg:sticky lg:top-6 lg:col-start-2 lg:row-start-1 lg:-mt-24">
          <BookingCard />
          <HeldCard />
          <ClosedCard />
          {/* Without the form, this column has space for them. A studio without facts leaves the element empty. */}
          <div data-when="no_is_bookable" className="mt-6 empty:hidden">
            <Facts isAside />
          </div>
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-12 lg:col-start-1 lg:row-start-1 lg:pt-10">
          <NextTimes />
          <Rooms />
          <Services />
          <People />
          <div data-when="is_bookable">
            <Facts />
          </div>
        </div>
      </main>
      <Footer />
      <script type="module" src={pageScript} fetchPriority="low" />
    </div>
  )
}

const headingClasses = 'font-display text-xl font-semibold'
const cardClasses = 'rounded-md border border-border bg-card'
const chevronClasses = 'size-5 shrink-0 text-muted-foreground'

function NextTimes() {
  const time = (field: string) => formatPlaceholder('time', field)
  return (
    <section data-when="has_times" aria-labelledby="next-times">
      <h2 id="next-times" className={`${headingClasses} mb-1`}>
        Next free times
      </h2>
      <p className="mb-3 text-sm text-muted-foreground">{formatPlaceholder('page', 'times_of')}</p>
      <ul className={`${cardClasses} divide-y divide-border`}>
        <li data-each="time">
          <a
            href={time('url')}
            data-day={time('day')}
            data-start={time('start')}
            className="flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-muted"
          >
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 wrap-anywhere">
              <b className="font-semibold tabular-nums max-sm:text-sm">{time('text')}</b>
              <small className="text-sm text-muted-foreground tabular-nums">{time('details')}</small>
            </span>
            <ChevronRight aria-hidden className={chevronClasses} />
          </a>
        </li>
      </ul>
    </section>
  )
}

function Rooms() {
  const room = (field: string) => formatPlaceholder('room', field)
  return (
    <section data-when="has_rooms" aria-labelledby="rooms">
      <h2 id="rooms" className={`${headingClasses} mb-4`}>
        Rooms
      </h2>
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {/* A room alone in its row has the full width. */}
        <li
          data-each="room"
          className={`${cardClasses} overflow-hidden sm:last:odd:col-span-full sm:last:odd:[&>:is(img,div:first-child)]:aspect-[2/1]`}
        >
          <img
            data-when="room_has_one"
            src={room('picture')}
            alt={room('alt')}
            width={640}
            height={480}
            loading="lazy"
            className={roomPictureClasses}
          />
          <div data-when="room_count" className={roomPictureClasses}>
            <PictureStrip label={`Pictures of ${room('name')}`} count={room('count')} className="size-full">
              <Photo />
            </PictureStrip>
          </div>
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

const roomPictureClasses = 'aspect-[4/3] w-full object-cover max-sm:aspect-video'

/** A picture of the list of a room or service. */
const Photo = () => (
  <img
    data-each="photo"
    src={formatPlaceholder('photo', 'url')}
    alt={formatPlaceholder('photo', 'alt')}
    width={640}
    height={480}
    loading="lazy"
    className={slideClasses}
  />
)

function Services() {
  const service = (field: string) => formatPlaceholder('service', field)
  return (
    <section data-when="has_services" aria-labelledby="prices">
      <h2 id="prices" className={`${headingClasses} mb-4`}>
        What you can book
      </h2>
      <ul className={`${cardClasses} divide-y divide-border`}>
        <li data-each="service">
          <a
            href={service('url')}
            data-service={service('key')}
            className="flex items-center gap-4 px-4 py-3.5 hover:bg-muted"
          >
            <img
              data-when="service_picture"
              src={service('picture')}
              alt=""
              width={640}
              height={480}
              loading="lazy"
              className="aspect-square w-16 shrink-0 rounded-md object-cover sm:aspect-[4/3] sm:w-20"
            />
            {/* On phones the price is below the texts, so that they have the whole width. */}
            <span className="grid min-w-0 flex-1 grid-cols-1 items-center gap-x-4 gap-y-0.5 sm:grid-cols-[minmax(0,1fr)_auto]">
              <span className="grid min-w-0 grid-cols-1 gap-0.5">
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
              <strong className="font-semibold tabular-nums max-sm:text-sm">{service('price')}</strong>
            </span>
            <ChevronRight aria-hidden className={chevronClasses} />
          </a>
          <div data-when="service_has_more" className="px-4 pb-3.5">
            <PictureStrip label={`More pictures of ${service('label')}`} className="h-24">
              <Photo />
            </PictureStrip>
          </div>
        </li>
      </ul>
    </section>
  )
}

function People() {
  const person = (field: string) => formatPlaceholder('person', field)
  return (
    <section data-when="has_people" aria-labelledby="people">
      <h2 id="people" className={`${headingClasses} mb-4`}>
        People
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <li data-each="person" className={`${cardClasses} flex sm:last:odd:col-span-full items-center gap-3 p-3`}>
          <img
            data-when="person_picture"
            src={person('picture')}
            alt=""
            width={640}
            height={480}
            loading="lazy"
            className="size-14 shrink-0 rounded-full bg-muted object-cover"
          />
          <b
            data-when="no_person_picture"
            aria-hidden
            className="grid size-14 shrink-0 place-items-center rounded-full bg-secondary font-display text-on-secondary"
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

function Footer() {
  return (
    <footer className="border-t border-border">
      <p className="mx-auto flex w-full max-w-6xl flex-wrap wrap-anywhere gap-x-5 items-center gap-y-1 px-4 py-6 text-sm text-muted-foreground md:px-8">
        <span>{placeholderStudio.name}</span>
        <LegalLinks studio={placeholderStudio.slug} />
        {/* A captcha may set cookies, so pages with one do not show this sentence. */}
        <span data-when="no_turnstile">
          <span data-when="no_hcaptcha">This page sets no cookies.</span>
        </span>
        <a
          href={paths.login({ namespace: placeholderStudio.slug })}
          data-signed-out
          className="inline-block py-1 underline underline-offset-4"
        >
          Sign in
        </a>
      </p>
    </footer>
  )
}

import framedForm from 'virtual:site/framed-form'
import { placeholderStudio } from '@studiohub/contract/shared/placeholders.ts'
import { loadDocument, staticPage } from '#lib/page/page-handle.ts'
import { paths } from '#paths.ts'
import { BookingCard } from './public-page/components/booking-card.tsx'
import { HeldCard } from './public-page/components/held-card.tsx'

export const handle = staticPage
export const clientMiddleware = loadDocument

/**
 * A studio's booking form alone, for a frame on the studio's own website. The server allows only the websites that the
 * studio has listed. Links that leave the form open another window.
 */
export default function FramedFormScreen() {
  return (
    <main className="mx-auto grid w-full max-w-xl grid-cols-1 gap-4 p-1">
      <h1 className="sr-only">{placeholderStudio.name}</h1>
      <BookingCard target="_blank" />
      <div data-when="held" data-held>
        <HeldCard />
      </div>
      <p data-when="no_is_bookable" className="rounded-md border border-border bg-card p-5 shadow-sm">
        This studio is not accepting new bookings at the moment.
      </p>
      <p className="text-center text-sm text-muted-foreground">
        <a
          href={paths.publicPage(placeholderStudio.slug)}
          target="_blank"
          rel="noopener"
          className="text-link underline underline-offset-4"
        >
          {placeholderStudio.name}
        </a>
      </p>
      <script type="module" src={framedForm} fetchPriority="low" />
    </main>
  )
}

import { describeServices } from '@studiohub/contract/features/availability/choices/rules.ts'
import { useBookPage } from '#layouts/public/use-book-page.ts'
import { staticPage } from '#lib/page/page-handle.ts'
import { useTitle } from '#ui/page.tsx'
import { ListPage } from './preview/components/list-page.tsx'
import { ServicesToBook } from './preview/components/services-to-book.tsx'

// Visitors get a static page from the server (decision 0038); inside the app, React renders it.
export const handle = staticPage

export default function BookScreen() {
  const { studio, offer } = useBookPage()
  useTitle(`Book a session - ${studio.name}`)
  return (
    <ListPage studio={studio} facts={offer.takes_bookings ? offer : undefined}>
      <ServicesToBook
        studio={studio}
        offered={describeServices(offer.items, offer.rooms)}
        isOpen={studio.is_active && offer.takes_bookings}
        contact={offer}
      />
    </ListPage>
  )
}

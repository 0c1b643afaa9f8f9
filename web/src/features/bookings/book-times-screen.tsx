import { Navigate, useParams } from 'react-router'
import { useBookPage } from '#layouts/public/use-book-page.ts'
import { paths } from '#paths.ts'
import { ChosenService } from './preview/components/chosen-service.tsx'

export default function BookTimesScreen() {
  const { studio, offer } = useBookPage()
  const { service: key } = useParams()
  const service = offer.items.find((item) => item.key === key)
  // The service is unknown or not bookable: show the list.
  if (!service) return <Navigate to={paths.book(studio.slug)} replace />
  return <ChosenService key={service.key} studio={studio} service={service} offer={offer} />
}

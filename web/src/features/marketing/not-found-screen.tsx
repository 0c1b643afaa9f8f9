import { NotFound } from '#layouts/failures/not-found.tsx'

export default function NotFoundScreen() {
  return <NotFound />
}

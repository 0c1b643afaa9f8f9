import { NotFound } from '../../layouts/not-found.tsx'

export default function NotFoundScreen() {
  return <NotFound />
}

import { redirectToOwnStudio } from '../guards.ts'

export const clientLoader = redirectToOwnStudio

/** Never rendered: the loader always redirects. */
export default function OwnStudioRedirect() {
  return null
}

import { toOwnStudio } from '../guards.ts'

export const clientLoader = toOwnStudio

/** Never rendered: the loader always redirects. */
export default function OwnStudioRedirect() {
  return null
}

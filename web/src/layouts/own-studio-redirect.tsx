import { toOwnStudio } from '../guards.ts'

export const clientLoader = toOwnStudio

/** Never drawn: the loader always leads on. */
export default function OwnStudioRedirect() {
  return null
}

import { toSignIn } from '../guards.ts'

export const clientLoader = toSignIn

/** Never rendered: the loader always redirects. */
export default function AuthIndexRedirect() {
  return null
}

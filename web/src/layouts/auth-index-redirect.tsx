import { redirectToSignIn } from '../guards.ts'

export const clientLoader = redirectToSignIn

/** Never rendered: the loader always redirects. */
export default function AuthIndexRedirect() {
  return null
}

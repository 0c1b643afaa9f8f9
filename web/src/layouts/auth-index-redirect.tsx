import { toSignIn } from '../guards.ts'

export const clientLoader = toSignIn

/** Never drawn: the loader always leads on. */
export default function AuthIndexRedirect() {
  return null
}

/** The ways to sign in besides the password. The server writes them into every page of the app. */
export type SignInOffer = {
  /** Sign-in providers that the operator has set up, in the order of their buttons. */
  providers: readonly { name: string; label: string }[]
  /** Whether passkeys work at the product's own address. */
  passkeys: boolean
}

/** The name of the `meta` element that has the offer as JSON. Without it, only the password is offered. */
export const SIGN_IN_META = 'studiohub-sign-in'

import { SIGN_IN_META, type SignInOffer } from '@studiohub/contract/shared/sign-in.ts'
import { escapeHtml } from './studio-head.ts'

/** Adds the ways to sign in to a page of the app, for its scripts. */
export const addSignInOffer = (html: string, offer: SignInOffer): string =>
  html.replace('</head>', () => `<meta name="${SIGN_IN_META}" content="${escapeHtml(JSON.stringify(offer))}"/></head>`)

/** The values of a prerendered sign-in page for these ways to sign in. @param own_domain whether it is on a studio's own domain */
export function signInTemplateValues(offer: SignInOffer, own_domain = false) {
  const passkeys = offer.passkeys && !own_domain
  return {
    values: { passkeys, other_ways: passkeys || offer.providers.length > 0 },
    lists: {
      provider: offer.providers.map(({ name, label }) => ({ label, google: name === 'google' ? name : null })),
    },
  }
}

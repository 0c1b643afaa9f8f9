import { computeOnce } from '@studiohub/contract/shared/compute-once.ts'
import { SIGN_IN_META, type SignInOffer } from '@studiohub/contract/shared/sign-in.ts'
import { isOnDomain } from './page-studio.ts'

const readOfferOnce = computeOnce(readOffer)

/** The ways to sign in besides the password, as the server wrote them into this page. */
export function getSignInOffer(): SignInOffer {
  const offer = readOfferOnce()
  // A passkey belongs to one site: browsers do not use it on a studio's own domain.
  return isOnDomain() ? { ...offer, passkeys: false } : offer
}

function readOffer(): SignInOffer {
  const text = document.querySelector(`meta[name="${SIGN_IN_META}"]`)?.getAttribute('content')
  return text ? JSON.parse(text) : { providers: [], passkeys: false }
}

export const TERMS_MAX = 50_000

/** How a client accepted the terms: with the booking, by the link of an email, or on the page of the booking. */
export const acceptanceWays = ['booking', 'link', 'page'] as const
export type AcceptanceWay = (typeof acceptanceWays)[number]

export const acceptanceWayLabels: Record<AcceptanceWay, string> = {
  booking: 'while booking',
  link: 'by the link in an email',
  page: 'on the page of the booking',
}

export const SIGNER_NAME_MAX = 120

/** The size of the box for a drawn signature. Points are whole numbers within it. */
export const DRAWING_WIDTH = 600
export const DRAWING_HEIGHT = 200
export const DRAWING_MAX = 20_000

/** The network address of an acceptance is removed after this many days. */
export const ADDRESS_DAYS = 90

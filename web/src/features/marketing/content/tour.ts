/** The captions of the product video, which `npm run pictures` makes. */
export const tour = [
  {
    scene: 'onboarding',
    title: 'Open your studio',
    caption: 'Name, type and plan. Your first room, your services and your opening hours are ready at once.',
  },
  {
    scene: 'branding',
    title: 'Give it your look',
    caption:
      'Colors, fonts, logo and pictures. A preview shows the result while you choose, and warns about text that is hard to read.',
  },
  {
    scene: 'door',
    title: 'Put your name on the door',
    caption: 'Clients sign in at your own address, with your logo, colors and fonts.',
  },
  {
    scene: 'client',
    title: 'Clients book by themselves',
    caption: 'On a phone, on the train: they see free times, request one and follow their request.',
  },
  {
    scene: 'confirm',
    title: 'You confirm with a click',
    caption: 'Requests are where you look first. Confirm them, decline them with a reason, or move them.',
  },
  {
    scene: 'month',
    title: 'The month at a glance',
    caption: 'Bookings, requests and blocked time in one calendar, up to date for everyone.',
  },
  {
    scene: 'conflict',
    title: 'Never double-booked',
    caption: 'Book for a client or block the room. If a time is taken, you get the nearest free ones.',
  },
  {
    scene: 'board',
    title: 'From the session to the release',
    caption: 'After the session, work continues as cards, phase by phase. Your client sees the same board.',
  },
] as const

export type Tour = typeof tour

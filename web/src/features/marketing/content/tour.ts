/** Watch Overview: captions of the product video (`npm run pictures`). */
export const tour = [
  {
    scene: 'onboarding',
    title: 'Open your studio',
    caption: 'Name, type and plan. Your first room, your services and your opening hours are there from the start.',
  },
  {
    scene: 'branding',
    title: 'Give it your face',
    caption:
      'Colours, fonts, logo and pictures. You see what becomes of them while you choose, and what cannot be read.',
  },
  {
    scene: 'door',
    title: 'Put your name on the door',
    caption: 'Clients sign in at your own address, under your own logo, colours and fonts.',
  },
  {
    scene: 'client',
    title: 'Clients book by themselves',
    caption: 'On a phone, on the train: they see what is free, ask for a time and follow what becomes of it.',
  },
  {
    scene: 'confirm',
    title: 'You confirm with a click',
    caption: 'Each request waits where you look first. Confirm it, decline it with a reason, or move it.',
  },
  {
    scene: 'month',
    title: 'The month at a glance',
    caption: 'Bookings, requests and blocked time in one calendar. What is taken is taken, for everybody at once.',
  },
  {
    scene: 'conflict',
    title: 'Never twice the same hour',
    caption:
      'Book for a client or keep the room for yourself. A time that is gone is refused, with the nearest free ones.',
  },
  {
    scene: 'board',
    title: 'From the session to the release',
    caption:
      'What was recorded goes on as cards, phase by phase. The client sees the same board, and where things are.',
  },
] as const

export type Tour = typeof tour

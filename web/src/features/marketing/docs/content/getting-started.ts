import { plans, TRIAL_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import type { Article, Topic } from './article.ts'

const { trial, starter, pro } = plans

const quickStart: Article = {
  slug: 'quick-start',
  title: 'Quick start: from no account to the first booking',
  summary: 'Open a studio, invite a client and confirm a session in about ten minutes.',
  sections: [
    {
      title: 'Open your studio',
      blocks: [
        {
          steps: [
            'Choose Get Started on the home page and sign up with your full name, your email and a password of at least 6 characters.',
            'On Welcome! Choose Your Role, choose Studio Admin.',
            'Enter the name and type of your studio. If plans are offered, choose one: the free trial needs no card.',
            'Press Continue. Your studio now accepts bookings.',
          ],
        },
        {
          text: 'The studio, a first room, its services and its opening hours are created together. If the connection fails, nothing is created, and you can try again.',
        },
      ],
    },
    {
      title: 'Share one link',
      blocks: [
        { text: 'Open Settings and copy the sign-up link. It looks like this:' },
        { code: '/auth/signup?studio=your-studio-a1b2c3' },
        {
          text: 'People who sign up with it become clients of your studio and see your name and colors, not ours.',
        },
        {
          text: 'The booking link next to it is for your website: everyone sees your services, prices and free times there.',
        },
      ],
    },
    {
      title: 'Confirm the first session',
      blocks: [
        {
          steps: [
            'Your client opens Bookings, taps a service, a free time, and Create Booking.',
            'The request appears in your calendar at once, marked Pending. It already reserves the room.',
            'Open the List tab and press Confirm. Your client sees it without reloading the page.',
          ],
        },
      ],
    },
  ],
}

const setUp: Article = {
  slug: 'set-up-your-studio',
  title: 'Set up your studio',
  summary: 'What a new studio has, what you can change, and how its time zone works.',
  sections: [
    {
      title: 'What a new studio has',
      blocks: [
        {
          points: [
            'One room, Studio A.',
            'Opening hours from 08:00 to 23:00 every day. They apply to clients only; an admin may book outside them.',
            'Services for your type of studio, such as photo or video shoots.',
            'A cut-off of 24 hours: until then clients can cancel by themselves.',
          ],
        },
        {
          text: 'You can change all of it in Settings: Rooms & equipment, Services, Hours, with exceptions for single days and separate hours for rooms, and Booking rules, such as how far ahead clients can book. A change never moves a booked session.',
        },
      ],
    },
    {
      title: 'Settings',
      blocks: [
        {
          points: [
            'Basic Information: name, type, time zone and currency.',
            'Contact Information: email, phone and location, which clients can see.',
            'Branding: tagline, pictures, colors, fonts and the assistant’s voice.',
            'The status switch: an inactive studio takes no new bookings or members and is not in the public list. Its pages and its sign-in still work.',
            'Approve new clients: people who sign up wait for your approval.',
          ],
        },
        { text: 'The sign-in address has a button to copy it and one to open it in a new tab.' },
      ],
    },
    {
      title: 'Time zone and currency',
      blocks: [
        {
          text: 'Both come from your browser when you open the studio. All times are in the studio’s time zone; people in another zone see its name next to them. If you change the zone in Settings, every future session keeps its day and hour. If a session cannot, nothing changes, and you see which one. A time that does not exist because the clocks go forward is rejected.',
        },
      ],
    },
  ],
}

const invite: Article = {
  slug: 'invite-people',
  title: 'Invite clients and crew',
  summary: 'Links for clients, requests from crew, and who approves them.',
  sections: [
    {
      title: 'Clients',
      blocks: [
        {
          text: 'Share the sign-up link from Settings: in an email, on your website, as a QR code on the door. People who already have an account join with it, and keep their other studios.',
        },
        {
          text: 'If Approve new clients is on, they see the page Approval Pending, which checks for your answer every ten seconds.',
        },
      ],
    },
    {
      title: 'Crew',
      blocks: [
        { text: 'Add `as=crew` to the sign-up address. People who open it can request to join your crew:' },
        { code: '/your-studio-a1b2c3/auth/signup?as=crew' },
        { text: 'They wait until an admin of the studio approves the request. No one becomes crew without approval.' },
        {
          text: 'Or invite them by name and email on the Crew page. The link in the email is valid for seven days, and only for that person. People who already have an account also get a notification.',
        },
      ],
    },
    {
      title: 'One account, several studios',
      blocks: [
        {
          text: 'A person has one active role at a time. A client of several studios switches between them with Switch Studio in their profile.',
        },
      ],
    },
  ],
}

const plansAndTrial: Article = {
  slug: 'plans-and-trial',
  title: 'Plans and the free trial',
  is_about_plans: true,
  summary: 'What each plan allows, how bookings are counted, and what happens after the trial.',
  sections: [
    {
      title: 'The plans',
      blocks: [
        {
          points: [
            `Free trial: ${TRIAL_DAYS} days, ${trial.bookings_per_month} bookings a month, as many rooms as you have. Then $${starter.price_per_month} a month.`,
            `Starter Studio: $${starter.price_per_month} a month, ${starter.bookings_per_month} bookings a month, up to ${starter.rooms} rooms.`,
            `Pro Facility: $${pro.price_per_month} a month, unlimited bookings, up to ${pro.rooms} rooms.`,
            'Enterprise Network: unlimited rooms and a price that we agree on. Talk to us first.',
          ],
        },
      ],
    },
    {
      title: 'How bookings are counted',
      blocks: [
        {
          text: 'Bookings count in the month of the session, in your time zone. Internal sessions count too; cancelled sessions and blocked time do not. At the limit the next booking is rejected with a message. There are never extra charges.',
        },
      ],
    },
    {
      title: 'After the trial, and changing plans',
      blocks: [
        {
          text: 'When a trial or a plan has ended, no one can book new sessions. Booked sessions can still be confirmed, moved and cancelled. Choose a plan under Plan in your settings, and everything works again at once. For a smaller plan, first reduce your active rooms to its limit.',
        },
        {
          text: 'A cancelled plan ends with its period. Until then you can resume it.',
        },
      ],
    },
    {
      title: 'Paying',
      blocks: [
        {
          text: 'If a payment provider is set up, you pay on its page and find invoices and your card under Plan. Until the first payment the limits of the trial apply. If a payment fails, everything works for two more weeks, so you can fix it. Without a provider a plan is active at once, and we send an invoice.',
        },
      ],
    },
  ],
}

export const gettingStarted: Topic = {
  key: 'getting-started',
  title: 'Getting Started',
  text: 'The first day, from an empty account to a full calendar.',
  articles: [quickStart, setUp, invite, plansAndTrial],
}

import { plans, TRIAL_DAYS } from '@studiohub/contract/features/subscriptions/words.ts'
import type { Article, Topic } from './article.ts'

const { trial, starter, pro } = plans

const quickStart: Article = {
  slug: 'quick-start',
  title: 'Quick start: from no account to the first booking',
  summary: 'Open a studio, invite a client and confirm a session, in about ten minutes.',
  sections: [
    {
      title: 'Open your studio',
      blocks: [
        {
          steps: [
            'Choose Get Started on the home page and sign up with your full name, your email and a password of at least 6 characters.',
            'On Welcome! Choose Your Role, take Studio Admin.',
            'Enter the name of your studio and its type. Where plans are offered, choose one: the free trial needs no card.',
            'Press Continue. You are in your studio: it takes bookings from this moment on.',
          ],
        },
        {
          text: 'The studio, a first room, its services and its opening hours appear together or not at all, so there is nothing to clean up if the connection drops halfway.',
        },
      ],
    },
    {
      title: 'Hand out one link',
      blocks: [
        { text: 'Open Settings and copy the sign-up link. It looks like this:' },
        { code: '/auth/signup?studio=your-studio-a1b2c3' },
        {
          text: 'People who sign up through it become clients of your studio and see your name and colors, not ours.',
        },
        {
          text: 'The booking link beside it is for your website: anybody sees your services, prices and free times there, and signs up with the time they chose.',
        },
      ],
    },
    {
      title: 'Confirm the first session',
      blocks: [
        {
          steps: [
            'Your client opens Bookings, taps a service, a free time, and Create Booking.',
            'The request appears in your calendar at once, marked Pending. It already holds the room.',
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
  summary: 'What a new studio comes with, what you can change, and how its time zone works.',
  sections: [
    {
      title: 'What is there on the first day',
      blocks: [
        {
          points: [
            'One room, Studio A.',
            'Opening hours from 08:00 to 23:00 on every day. They apply to clients only; an admin may book outside of them.',
            'Services to choose from: five that every studio has, and more that fit your type, such as photo or video shoots.',
            'A cut-off of 24 hours: until then clients cancel by themselves.',
          ],
        },
        {
          text: 'All of it is yours to change in Settings: Rooms & equipment, Services, and Hours, with days that differ, rooms that keep hours of their own, and how far ahead clients book. A change never moves a session that is booked already.',
        },
      ],
    },
    {
      title: 'Settings',
      blocks: [
        {
          points: [
            'Basic Information: name, type, time zone and currency.',
            'Contact Information: email, phone and location, shown to clients where they need them.',
            'Branding: tagline, pictures, colors, fonts and the assistant’s voice.',
            'The status switch: an inactive studio takes no new bookings or members and leaves the public list, while its pages and its sign-in keep working.',
            'Approve new clients: people who sign up wait until you approve them.',
          ],
        },
        { text: 'The sign-in address has a button to copy it and one to open it in a new tab.' },
      ],
    },
    {
      title: 'Time zone and currency',
      blocks: [
        {
          text: 'Both are taken from your browser when the studio is opened. All times in StudioHub are the studio’s own; somebody who lives in another zone reads the name of yours beside them. When you change the zone in Settings, every session to come keeps its day and hour; where one cannot, nothing changes and you are told which. A time that does not exist because the clocks go forward is refused.',
        },
      ],
    },
  ],
}

const invite: Article = {
  slug: 'invite-people',
  title: 'Invite clients and crew',
  summary: 'Links for clients, requests from crew, and who has to say yes.',
  sections: [
    {
      title: 'Clients',
      blocks: [
        {
          text: 'Send the sign-up link from Settings: in a mail, on your web page, as a code on the door. Somebody who already has an account joins with it, and keeps their other studios.',
        },
        {
          text: 'If Approve new clients is on, they see the page Approval Pending, which looks for your answer every ten seconds.',
        },
      ],
    },
    {
      title: 'Crew',
      blocks: [
        { text: 'Add `as=crew` to the sign-up address, and people who follow it ask to work with you:' },
        { code: '/your-studio-a1b2c3/auth/signup?as=crew' },
        { text: 'They wait until an admin of the studio approves the request. Nobody makes themselves crew.' },
        {
          text: 'Or invite them by name and email from the Crew page. The link in the mail is good for seven days and for them alone. People who already have an account also find it behind the bell.',
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
          text: 'By the month of the session, in your own time zone. Sessions that stand count, internal ones too; cancelling one frees its place, and blocked time never counts. At the limit the next booking is refused with a sentence that says so. Nothing is ever charged on top.',
        },
      ],
    },
    {
      title: 'After the trial, and changing plans',
      blocks: [
        {
          text: 'When a trial or a plan has ended, nobody can book new sessions. Sessions that are booked stay: they can be confirmed, moved and cancelled. Choose a plan under Plan in your settings and everything goes on at once. A smaller plan waits until you have no more active rooms than it covers.',
        },
        {
          text: 'Cancelling ends the plan with its period. Until that day you can resume it.',
        },
      ],
    },
    {
      title: 'Paying',
      blocks: [
        {
          text: 'Where a payment provider is set up, you pay on its page and find invoices and your card under Plan; until the first payment the limits of the trial hold. If a payment fails, everything goes on for two weeks while you put it right. Without a provider a plan is active at once, and we send an invoice.',
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

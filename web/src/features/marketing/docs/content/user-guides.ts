import type { Article, Topic } from './article.ts'

const studioAdmins: Article = {
  slug: 'studio-admins',
  title: 'For studio admins',
  summary: 'Confirm, decline and cancel sessions, block time, and keep the month in view.',
  sections: [
    {
      title: 'The calendar and the list',
      blocks: [
        {
          text: 'Bookings opens with the month, Sunday to Saturday. Each day shows three bookings, then a link that opens the whole day. The List tab has the same bookings as rows, upcoming ones or those that wait for you.',
        },
        {
          points: [
            '`n` begins a new booking.',
            'Arrow keys move by days and weeks, Page Up and Page Down by months, Enter opens the day.',
            'Cancelled bookings stand behind a switch in the calendar, and always in the list.',
          ],
        },
      ],
    },
    {
      title: 'Answering a request',
      blocks: [
        {
          points: [
            'Confirm: the session stands.',
            'Decline: it is cancelled, with a reason for the client if you like.',
            'Cancel: at any time, also after the client’s own cut-off.',
          ],
        },
        { text: 'A pending request already holds its room, so nobody else can take the hour while you think.' },
      ],
    },
    {
      title: 'Booking yourself, and blocking time',
      blocks: [
        {
          text: 'New Booking lets you choose the client, or none for an internal session. Turn on Block time to keep rooms free for maintenance or holidays: without a room it takes all of them. You may record what began earlier today.',
        },
        {
          text: 'If the time is taken you are shown up to three free starts nearby. Two people can never get the same room at the same time: the database itself refuses the second.',
        },
      ],
    },
    {
      title: 'The week at a glance',
      blocks: [
        {
          text: 'Week and Day show a lane for each room. Pull a session to another time, room or day, or pull its edge to make it longer; pull free time open to book it. On a touch screen press long first. If the new time is taken the session goes back, with the nearest free times to choose from.',
        },
        {
          points: [
            'By keys: arrows move between times and sessions, Enter picks one up, arrows move it, Shift and arrows stretch it, Enter drops it, Esc puts it back.',
            'A click opens everything about a session, with every step that it allows: reschedule, extend, price, no-show, cancel with a reason.',
            'Repeat in New Booking makes a session every so many weeks; Skip conflicts leaves out what is taken.',
          ],
        },
      ],
    },
    {
      title: 'People and numbers',
      blocks: [
        {
          points: [
            'Dashboard: crew, clients, the bookings of the next seven days, the revenue of the month, how used the rooms are by weekday and hour, and how the last six months went.',
            'Crew: who works with you, who is invited, and which assistants are on.',
            'Clients: found by name, each with their sessions, projects, check-ins and what they spent. The sign-up link stands below, also as a code for phones.',
            'The bell tells of requests and of what clients did, and leads there.',
          ],
        },
      ],
    },
  ],
}

const crew: Article = {
  slug: 'crew',
  title: 'For crew',
  summary: 'Join a studio, see its sessions and know where to be.',
  sections: [
    {
      title: 'Join a studio',
      blocks: [
        {
          steps: [
            'Open the crew link that your studio gave you and sign up, or sign in if you have an account.',
            'Wait on Approval Pending. It looks for the answer every ten seconds, and Check Status asks at once.',
            'When the studio has said yes, your dashboard opens by itself.',
          ],
        },
      ],
    },
    {
      title: 'What crew may see',
      blocks: [
        {
          text: 'All sessions of the studio, with service, status and notes, and the names of its clients. Crew change no bookings: confirming and cancelling is for admins.',
        },
      ],
    },
    {
      title: 'My Schedule',
      blocks: [
        {
          text: 'The sessions of the next 60 days that you are assigned to; All shows everybody’s. Where nobody at your studio is ever assigned to a session you see all of them. An admin assigns people in a booking, under Crew on this session: somebody who is taken at that time is refused.',
        },
      ],
    },
    {
      title: 'My Tasks',
      blocks: [
        {
          steps: [
            'Start a task when you begin with it, and Complete it when it is done.',
            'New Task makes one, for yourself or for somebody else, with a priority and a due date. On a project’s page it belongs to that project, and its client sees it.',
            'A task whose day has passed is marked Overdue. Whole studio shows what everybody has to do.',
          ],
        },
        {
          text: 'You change tasks that are yours or that you made. The person who made a task, or an admin, can give it to another person.',
        },
      ],
    },
    {
      title: 'Check-Ins',
      blocks: [
        {
          steps: [
            'Expected today lists clients whose session is today: Check In lets them in for it with one tap.',
            'Check In Client takes anybody else, by name or by their ID, with a note if you like.',
            'Check Out when they leave. Nobody can be checked in twice, and who is still there from yesterday stays listed.',
          ],
        },
        {
          text: 'All of this changes on every screen of the studio within a second, and works with one hand on a phone.',
        },
      ],
    },
  ],
}

const clients: Article = {
  slug: 'clients',
  title: 'For clients',
  summary: 'Book a session, follow it, cancel in time, and work with more than one studio.',
  sections: [
    {
      title: 'Book a session',
      blocks: [
        {
          steps: [
            'Sign in at your studio’s own address, open Bookings and tap a service. Its price stands beside it.',
            'Tap one of the times that are free. Another length or room, or a note of up to 2,000 characters, is yours to add.',
            'Create Booking. It is Pending until the studio confirms it; you see that without reloading.',
          ],
        },
        {
          text: 'Without an account yet, a studio’s booking page shows the same services and times. Choose one, sign up, and it is waiting for you to book it.',
        },
        {
          text: 'You see when the studio is free and nothing of the sessions of others; they see as little of yours. Where somebody takes your time first, what you typed stays and the nearest free times are offered.',
        },
      ],
    },
    {
      title: 'Move or cancel',
      blocks: [
        {
          text: 'Open a session under Your sessions. Until the studio’s cut-off, usually 24 hours before the start, you move it to another free time or cancel it by yourself; a confirmed session that you move waits for the studio again. After the cut-off the page tells you so and shows how to reach the studio.',
        },
      ],
    },
    {
      title: 'Your profile',
      blocks: [
        {
          points: [
            'Change your name and see your role.',
            'Switch Studio, if you are a client of more than one.',
            'Sign Out ends your session on every device.',
          ],
        },
        {
          text: 'A form that you began is kept in its tab until it is sent, also when your session runs out in between.',
        },
      ],
    },
    {
      title: 'Your first page',
      blocks: [
        {
          text: 'It counts your projects that are active, in production and completed, lists the five that changed last, and leads to New Project and to the board. Beside them is Stu: ask when your next session is or what is blocked.',
        },
      ],
    },
    {
      title: 'Projects and the board',
      blocks: [
        {
          text: 'A project holds one piece of work: its phase, its cards on the board, its tasks and its sessions. You see only your own projects; the people of the studio see all of them.',
        },
        {
          text: 'A project’s page shows the phase it is in, its confirmed sessions, its tasks and what happened; Next Phase moves it one step on.',
        },
        {
          text: 'The board has a column for each phase. Drag a card with the mouse, with a finger after a long press, or with the keyboard: Space on its handle, the arrow keys, Space again. Move to... on the card does the same without dragging.',
        },
        {
          text: 'A card carries files, which only the people of the project can open, and comments. Write @ and a name to tell somebody. The example on an empty board is cleared away in one click and does not come back.',
        },
      ],
    },
  ],
}

const partners: Article = {
  slug: 'partners',
  title: 'For partners',
  summary: 'Apply, what happens then, and what your dashboard shows.',
  sections: [
    {
      title: 'Apply',
      blocks: [
        {
          text: 'Anybody may apply at `/partner`, with or without an account. Tell us who you are and which kind of partnership you think of: technology, referral, reseller, integration or something else. We answer by email within 48 hours.',
        },
      ],
    },
    {
      title: 'Your account',
      blocks: [
        {
          text: 'Sign up and choose Partner on Welcome! Choose Your Role. From then on `/partner` leads to your dashboard. If you apply while you are signed in, the application is shown there.',
        },
      ],
    },
    {
      title: 'The dashboard',
      blocks: [
        {
          text: 'Your application, with what you told us, and the figures Campaign Reach, ROI and Total Spend. Campaigns and referrals are agreed with your contact and not counted by the product, so these figures are at zero.',
        },
      ],
    },
  ],
}

export const userGuides: Topic = {
  key: 'user-guides',
  title: 'User Guides',
  text: 'One guide for each role: what you see and what you can do.',
  articles: [studioAdmins, crew, clients, partners],
}

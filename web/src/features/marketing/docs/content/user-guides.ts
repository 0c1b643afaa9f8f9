import type { Article, Topic } from './article.ts'
import { movingIn } from './imports.ts'
import { gettingPaid } from './money.ts'

const studioAdmins: Article = {
  slug: 'studio-admins',
  title: 'For studio admins',
  summary: 'Confirm, decline and cancel sessions, block time, and see the whole month.',
  sections: [
    {
      title: 'The calendar and the list',
      blocks: [
        {
          text: 'Bookings opens with the month, Sunday to Saturday. Each day shows three bookings, then a link that opens the whole day. The List tab has the same bookings as rows: upcoming ones, or those that wait for confirmation.',
        },
        {
          points: [
            '`n` starts a new booking.',
            'Arrow keys move by days and weeks, Page Up and Page Down by months, Enter opens the day.',
            'A switch shows cancelled bookings in the calendar; the list always has them.',
          ],
        },
      ],
    },
    {
      title: 'Answering a request',
      blocks: [
        {
          points: [
            'Confirm: the session will take place.',
            'Decline: the request is cancelled. You can give the client a reason.',
            'Cancel: possible at any time, even after the client’s cut-off.',
            'With the keyboard: J and K move to the next and the previous request, C confirms it, D declines it.',
          ],
        },
        { text: 'A pending request already reserves its room, so no one else can book that time.' },
      ],
    },
    {
      title: 'Booking yourself, and blocking time',
      blocks: [
        {
          text: 'New Booking lets you choose a client, or none for an internal session. Use Block Time to keep rooms free for maintenance or holidays: without a named room it blocks all of them. You can also record a session that began earlier today.',
        },
        {
          text: 'If the time is taken, you see up to three free starts nearby. Two people can never get the same room at the same time, because the database rejects the second booking.',
        },
      ],
    },
    {
      title: 'The week at a glance',
      blocks: [
        {
          text: 'Week and Day show each room. Drag a session to another time, room or day, drag its edge to make it longer, or drag over free time to book it. On a touch screen, press and hold first. If the new time is taken, the session goes back, and you can choose from the nearest free times.',
        },
        {
          points: [
            'With the keyboard: arrows move between times and sessions, Enter picks one up, arrows move it, Shift and arrows make it longer or shorter, Enter drops it, Esc puts it back.',
            'A click opens the details of a session, with every possible step: reschedule, extend, price, no-show, cancel with a reason.',
            'Repeat in New Booking books a session every week or every few weeks; Skip conflicts leaves out times that are taken.',
          ],
        },
      ],
    },
    {
      title: 'People and numbers',
      blocks: [
        {
          points: [
            'Dashboard: crew, clients, the bookings of the next seven days and the revenue of the month. Its Reports tab shows the use of rooms by weekday and hour, and the last six months.',
            'Crew: the people who work with you, open invitations, and the assistants that are on.',
            'Clients: search by name and see their sessions, projects, check-ins and spending. The sign-up link is there too, also as a QR code.',
            'The bell shows requests and changes by clients, with a link to each.',
          ],
        },
      ],
    },
  ],
}

const crew: Article = {
  slug: 'crew',
  title: 'For crew',
  summary: 'Join a studio, see its sessions and your tasks.',
  sections: [
    {
      title: 'Join a studio',
      blocks: [
        {
          steps: [
            'Open the crew link that your studio gave you and sign up, or sign in if you have an account.',
            'Wait on Approval Pending. It checks for the answer every ten seconds; Check Status checks at once.',
            'When the studio has approved you, your dashboard opens by itself.',
          ],
        },
      ],
    },
    {
      title: 'What crew may see',
      blocks: [
        {
          text: 'Crew see all sessions of the studio, with service, status and notes, and the names of its clients. They see prices only if the studio allows it. If the studio allows it, they also confirm and move the sessions that they are assigned to. Crew at the desk can also book, answer requests and cancel.',
        },
      ],
    },
    {
      title: 'My Schedule',
      blocks: [
        {
          text: 'Your sessions of the next 60 days; All shows those of everyone. If your studio never assigns people to sessions, you see all of them. An admin assigns people in a booking, under Crew on this session. A person who is busy at that time cannot be assigned.',
        },
      ],
    },
    {
      title: 'My Tasks',
      blocks: [
        {
          steps: [
            'Start a task when you begin, and Complete it when it is done.',
            'New Task creates one, for you or another person, with a priority and a due date. On a project’s page it belongs to that project, and its client sees it.',
            'Tasks to do are sorted by due date. A task after its due date is marked Overdue. Whole studio shows the tasks of everyone.',
          ],
        },
        {
          text: 'You can change tasks that are assigned to you or that you created. The person who created a task, or an admin, can assign it to another person.',
        },
      ],
    },
    {
      title: 'Check-Ins',
      blocks: [
        {
          steps: [
            'Expected today lists clients with a session today: Check In checks them in with one tap.',
            'Check In Client finds any other client, by name or ID, with an optional note.',
            'Not checked in lists clients whose session ended without a check-in.',
            'Check Out when they leave. No one can be checked in twice, and clients who are still there from yesterday stay in the list.',
          ],
        },
        {
          text: 'All screens of the studio update within a second, and everything works on a phone.',
        },
      ],
    },
  ],
}

const clients: Article = {
  slug: 'clients',
  title: 'For clients',
  summary: 'Book a session, follow it, cancel it, and work with more than one studio.',
  sections: [
    {
      title: 'Book a session',
      blocks: [
        {
          steps: [
            'Sign in at your studio’s address, open Bookings and tap a service. You see its price.',
            'Tap a free time. You can also choose another length or room, and add a note of up to 2,000 characters.',
            'Press Create Booking. It is Pending until the studio confirms it; you see that without reloading.',
          ],
        },
        {
          text: 'Without an account, the studio’s booking page shows the same services and times. Choose a time and sign up: it is kept for you to book. Many studios also let you book on their public page with only your name and email.',
        },
        {
          text: 'You see when the studio is free, but not the sessions of other clients, and they do not see yours. If another client takes your time first, your typed text stays, and you see the nearest free times.',
        },
      ],
    },
    {
      title: 'Move or cancel',
      blocks: [
        {
          text: 'Open a session under Your sessions. Until the studio’s cut-off, usually 24 hours before the start, you can move it to another free time or cancel it. The studio has to approve the new time of a confirmed session. After the cut-off the page shows how to contact the studio.',
        },
      ],
    },
    {
      title: 'Your profile',
      blocks: [
        {
          points: [
            'Change your name, and see your role.',
            'Switch Studio, if you are a client of more than one.',
            'Sign Out ends your session on this device; Sign out all devices ends all of them.',
          ],
        },
        {
          text: 'What you type in a form stays in its tab until you send it, even if your session ends in between.',
        },
      ],
    },
    {
      title: 'Your first page',
      blocks: [
        {
          text: 'It shows the number of your active projects, those in production and the completed ones. It lists the five that changed last, with links to New Project and the board. Next to them is Stu: ask when your next session is or what is blocked.',
        },
      ],
    },
    {
      title: 'Projects and the board',
      blocks: [
        {
          text: 'A project is one piece of work with its phase, its cards on the board, its tasks and its sessions. You see only your own projects; the studio’s people see all of them.',
        },
        {
          text: 'A project’s page shows its phase, its confirmed sessions, its tasks and its history; Next Phase moves it one phase on.',
        },
        {
          text: 'The board has a column for each phase. Drag a card with the mouse, with a finger after a long press, or with the keyboard: Space on its handle, the arrow keys, Space again. Move to... on the card does the same without dragging.',
        },
        {
          text: 'A card can have comments, and files that only people of the project can open. Write @ and a name to notify a person. You can remove the example on an empty board with one click; it does not come back.',
        },
      ],
    },
  ],
}

const partners: Article = {
  slug: 'partners',
  title: 'For partners',
  summary: 'How to apply, what happens next, and what your dashboard shows.',
  sections: [
    {
      title: 'Apply',
      blocks: [
        {
          text: 'Everyone can apply at `/partner`, with or without an account. Tell us who you are and which kind of partnership you want: technology, referral, reseller, integration or another. We reply by email within 48 hours.',
        },
      ],
    },
    {
      title: 'Your account',
      blocks: [
        {
          text: 'Sign up and choose Partner on Welcome! Choose Your Role. Then `/partner` opens your dashboard. If you apply while you are signed in, it shows your application.',
        },
      ],
    },
    {
      title: 'The dashboard',
      blocks: [
        {
          text: 'It shows your application and the figures Campaign Reach, ROI and Total Spend. You agree on campaigns and referrals with your contact. The product does not count them yet, so these figures are zero.',
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
  guides: [gettingPaid, movingIn],
}

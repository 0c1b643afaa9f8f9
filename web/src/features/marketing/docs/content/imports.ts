import type { Article } from './article.ts'

/** The guide for studios that come from another program. */
export const movingIn: Article = {
  slug: 'moving-in',
  title: 'Moving in from another program',
  summary: 'Bring your clients, services, bookings and projects from files or a calendar.',
  sections: [
    {
      title: 'Before you begin',
      blocks: [
        {
          points: [
            'Export your data in the former program: CSV files, or an ICS file of a calendar. Google Calendar, Acuity, Calendly, Skedda, Square and Cal.com are recognized.',
            'Add your rooms in Settings first, so that sessions find them.',
            'Import in this order: clients, services, bookings, projects.',
          ],
        },
      ],
    },
    {
      title: 'Import a file',
      blocks: [
        {
          steps: [
            'Open Clients and choose Import. Choose what the file contains, then the file.',
            'Check the columns. Say which of your services and rooms each name in the file stands for. If a date such as 04/03 can be read in two ways, you are asked.',
            'Read the preview. Every problem has its line and a sentence. These lines are left out, the others are added.',
            'Choose Import. Nothing is saved before, and no emails are sent.',
          ],
        },
        {
          text: 'Corrected a line? Import the same file again: what is already there stays as it is, and only the rest is added.',
        },
      ],
    },
    {
      title: 'What becomes of bookings',
      blocks: [
        {
          points: [
            'Sessions of the past are completed. What they cost is noted, but not in your books: it belongs to the former program.',
            'Coming sessions are confirmed, with the price of the file. They take the named room, or a free one. If a room is taken, the line is a problem: two sessions never collide.',
            'Cancelled sessions are left out.',
            'Clients who are not in your list yet are added with their bookings.',
          ],
        },
      ],
    },
    {
      title: 'Connect the calendars you keep',
      blocks: [
        {
          steps: [
            'For a room, open Settings, Calendar. For your own time, open your profile. Choose Connect a calendar.',
            'Choose Google or Microsoft where they are offered, and allow the rights on their page. For iCloud, Fastmail or Nextcloud choose By account, and enter an app password. By address works with every calendar that has an ICS address.',
            'Choose the calendars that block time, and the one that gets confirmed sessions.',
          ],
        },
        {
          points: [
            'Clients cannot book while such a calendar is busy. Your crew sees only "Busy (calendar)".',
            'If you move or delete a session in your calendar program, the session stays, and the studio is asked: accept, or put it back.',
            'If a calendar says "Connect again", its provider no longer lets us read it. The times that were read last still count until then.',
          ],
        },
      ],
    },
    {
      title: 'Undo',
      blocks: [
        {
          text: 'The page lists your imports. For 30 days, Undo deletes everything that one of them added. What was changed or used since stays.',
        },
      ],
    },
  ],
}

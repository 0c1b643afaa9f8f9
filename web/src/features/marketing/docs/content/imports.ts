import type { Article } from './article.ts'

/** The guide for studios that move from another program. */
export const movingIn: Article = {
  slug: 'moving-in',
  title: 'Moving from another program',
  summary: 'Bring your clients, services, bookings and projects from files or a calendar.',
  sections: [
    {
      title: 'Before you begin',
      blocks: [
        {
          points: [
            'Export your data from your previous program: CSV files, or an ICS file of a calendar. Google Calendar, Acuity, Calendly, Skedda, Square and Cal.com are recognized.',
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
            'Check the columns. Match the names in the file to your services and rooms. If a date such as 04/03 can be read in two ways, we ask you.',
            'Check the preview. It lists every problem with its line. These lines are skipped, all others are added.',
            'Choose Import. Nothing is saved until then, and no emails are sent.',
          ],
        },
        {
          text: 'After you correct a line, import the same file again. Existing entries do not change, and only the missing ones are added.',
        },
      ],
    },
    {
      title: 'What happens to bookings',
      blocks: [
        {
          points: [
            'Past sessions are added as completed. Their price is in the notes, but not in your books, because you billed them in the previous program.',
            'Future sessions are added as confirmed, with the price in the file. They get the named room, or a free one. If the room is taken, the line is listed as a problem.',
            'Cancelled sessions are skipped.',
            'Clients who are not in your list yet are added with their bookings.',
          ],
        },
      ],
    },
    {
      title: 'Connect your other calendars',
      blocks: [
        {
          steps: [
            'For a room, open Settings, Calendar. For your own time, open your profile. Choose Connect a calendar.',
            'Choose Google or Microsoft if they are offered, and give permission on their page. For iCloud, Fastmail or Nextcloud choose By account, and enter an app password. By address works with every calendar that has an ICS address.',
            'Choose the calendars that block time, and the one that receives confirmed sessions.',
          ],
        },
        {
          points: [
            'Clients cannot book while such a calendar is busy. Your crew sees only "Busy (calendar)".',
            'If you move or delete a session in your calendar program, nothing changes here until the studio accepts or undoes the change.',
            'If a calendar says "Connect again", its provider no longer lets us read it. Until you do, the busy times that we read last still block time.',
          ],
        },
      ],
    },
    {
      title: 'Undo',
      blocks: [
        {
          text: 'The page lists your imports. For 30 days, Undo deletes everything that one of them added. Anything that was changed or used since is kept.',
        },
      ],
    },
  ],
}

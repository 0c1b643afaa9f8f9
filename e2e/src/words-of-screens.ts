import type { ScreenUser } from './screens-of-routes.ts'

/** The texts of a screen on a desktop: always, with the demo's data, and without data. */
type Words = { always?: readonly string[]; full?: readonly string[]; empty?: readonly string[] }

export type State = 'full' | 'empty'

const phases = ['Pre-Production', 'Production', 'Post-Production', 'Distribution', 'Analytics']
const profileTexts = [
  'Profile',
  'Your account and how others see you',
  'Email',
  'Full name',
  'Account Actions',
  'Sign Out',
]
const boardTexts = ['Board', 'Search cards', 'Project', 'New Project', 'Create Card', ...phases, 'Chat with Stu']
const projectTexts = ['Workflow', 'Status', 'Previous Phase', 'Next Phase', 'Tasks', 'Activity', 'Stu', 'Open Board']
const missingProjectTexts = ['Project not found', 'Back to projects']
const deniedTexts = ['Access Denied', "You don't have permission to access this page."]
const sessionColumns = ['Date', 'Time', 'Service', 'Status', 'Notes']

/**
 * The spec's headings, labels, counters and empty texts (section 2), by user and address; `:studio` is the studio's
 * slug. A number follows the name of its counter. Dialogs are in `screens.test.ts`, toasts in the journeys.
 */
const words: Partial<Record<ScreenUser, Record<string, Words>>> = {
  client: {
    '/:studio': {
      always: [
        'Home',
        'Projects',
        'Board',
        'Bookings',
        'New Project',
        'Open Board',
        'Recent Projects',
        'View All',
        'Stu',
        'Book a session',
        'Next session',
      ],
      full: [
        'Welcome, Cleo Marsh',
        'Rooms that listen',
        'Night Drive (EP)',
        'Radio spot, 30 seconds',
        'Active Projects 1',
        'In Production 1',
        'Completed 0',
        'When is my next session?',
      ],
      empty: [
        'Welcome, Cleo Client',
        'Active Projects 0',
        'In Production 0',
        'Completed 0',
        'No projects yet',
        'How may I help you today?',
        'How are my projects?',
      ],
    },
    '/:studio/invoices': { always: ['Invoices', 'Your invoices from'], empty: ['No invoices yet'] },
    '/:studio/messages': {
      always: ['Messages', 'Write to', 'Send'],
      full: ['Night Drive (EP)', 'Let us start with those.', 'General', 'Can I also bring a second singer?'],
      empty: ['No messages with'],
    },
    '/:studio/projects': {
      always: ['Projects', 'Your projects at', 'New Project', 'Search projects'],
      full: [
        'Night Drive (EP)',
        'Four songs, out in spring.',
        'Production',
        'Active',
        'Radio spot, 30 seconds',
        'Draft',
      ],
      empty: ['No projects yet', 'Start your first one.'],
    },
    '/:studio/projects/{Night Drive (EP)}': {
      full: [
        ...projectTexts,
        'Four songs, out in spring.',
        'Production',
        'Active',
        'Upcoming Sessions',
        'Comment on “Record lead vocals”',
        'Show all',
        'About this project',
      ],
    },
    '/:studio/projects/{Radio spot, 30 seconds}': {
      full: [...projectTexts, 'Pre-Production', 'Draft', 'No tasks yet.'],
    },
    '/:studio/projects/00000000-0000-4000-8000-000000000000': { full: missingProjectTexts, empty: missingProjectTexts },
    '/:studio/board': {
      always: boardTexts,
      full: [
        'Pre-Production 3 cards',
        'Production 2 cards',
        'Record lead vocals',
        'High',
        'Blocked',
        'In review',
        'Tad',
      ],
      empty: [
        'An example shows how work moves across the board. Only you see it.',
        'Remove the example',
        'Example',
        ...phases.map((phase) => `${phase} 1 card`),
      ],
    },
    '/:studio/bookings': {
      always: ['Bookings', 'New Booking', 'Book a session', 'Your sessions', 'Recording Session', 'Upcoming', 'Past'],
      full: ['Confirmed'],
      empty: ['No Bookings Yet', 'Choose a service, then one of the free times.'],
    },
    // A signed-in person is redirected.
    '/:studio/auth/login': { empty: ['Welcome, Cleo Client'] },
    '/profile': { always: [...profileTexts, 'Client', 'Switch Studio'] },
  },

  staff: {
    '/staff': {
      always: [
        'Dashboard',
        'My Schedule',
        'My Tasks',
        'Check-Ins',
        'Check In Client',
        "Today's Schedule",
        'sessions today',
        'Pending Tasks',
        'Clients Checked In',
        'Today',
      ],
      full: ['Your day at Northlight Recording', 'Pending Tasks 2', 'Clients Checked In', 'Mixing Session'],
      empty: ["Today's Schedule 0", 'Pending Tasks 0', 'Clients Checked In 0', 'Nothing is booked for today.'],
    },
    '/staff/schedule': {
      always: ['My Schedule'],
      full: ['Mine', 'All', ...sessionColumns, 'Room and people', 'Recording Session', 'Confirmed'],
      empty: ['No upcoming sessions', 'Sessions that are booked at your studio appear here.'],
    },
    '/staff/tasks': {
      always: ['My Tasks', 'New Task', 'To do', 'Done', 'Whole studio'],
      full: ['Replace the patch cable of the live room', 'Urgent', 'Overdue', 'Start', 'Complete', 'In progress'],
      empty: ['Nothing to do'],
    },
    '/staff/tasks?show=done': { full: ['Tune the piano in Studio A', 'Completed'], empty: ['No completed tasks'] },
    '/staff/tasks?show=studio': {
      full: ['Order spare tubes for the U 87 pair', 'Sam Okafor'],
      empty: ['No tasks in this studio'],
    },
    '/staff/checkins': {
      always: ['Client Check-Ins', 'Check In Client', 'Expected today', "Today's check-ins"],
      full: ['Client', 'Session', 'In', 'Out', 'Notes', 'Cleo Marsh', 'Listening in the control room', 'Check Out'],
      empty: ['No client has a session today.', 'No check-ins yet'],
    },
    '/staff/projects': {
      always: ['Projects', 'Search projects', 'New Project'],
      full: ['Live at the Harbour', 'Ben Alvarez', 'Night Drive (EP)', 'Cleo Marsh'],
      empty: ['No projects yet', 'Projects appear here when a client creates one'],
    },
    '/staff/projects/{Live at the Harbour}': {
      full: [...projectTexts, 'New Task', 'Post-Production', 'The live album.'],
    },
    '/staff/projects/00000000-0000-4000-8000-000000000000': { full: missingProjectTexts },
    '/staff/board': { always: boardTexts, full: ['Mix side A', 'Ben Alvarez', 'Complete'], empty: ['No cards'] },
    '/profile': { always: [...profileTexts, 'Crew Member'] },
    '/studio': { empty: deniedTexts },
  },

  studio_admin: {
    '/studio': {
      always: [
        'Dashboard',
        'Crew',
        'Clients',
        'Bookings',
        'Projects',
        'Board',
        'Tasks',
        'Settings',
        'Crew Members',
        'Upcoming Bookings',
        'Next 7 days',
        'Monthly Revenue',
        'Studio Status',
        'Active',
        'Quick Actions',
        'Today',
        'Reports',
        'To confirm',
      ],
      full: ['Northlight Recording', 'Kanalstraat 12, Rotterdam', 'Crew Members 2', 'Clients 6'],
      empty: ['No location set', 'Crew Members 0', 'Clients 2', 'Upcoming Bookings 0', 'Monthly Revenue $0'],
    },
    '/studio/staff': {
      always: ['Crew', 'Invite Crew', 'Crew members', 'AI assistants', 'Stu'],
      full: ['Requests (1)', 'Pia Novak', 'Approve', 'Reject', 'Sam Okafor', 'Pending invitations', 'Kai Moreau'],
      empty: ['No crew members yet'],
    },
    '/studio/clients': {
      always: ['Clients', "Clients sign up via your studio's signup link", 'Name', 'Contact', 'Sessions'],
      full: ['Cleo Marsh', 'Ben Alvarez'],
      empty: ['Cleo Client', 'Otto Other'],
    },
    '/studio/import': {
      always: [
        'Import',
        'Nothing is saved until you confirm',
        'Clients',
        'Services',
        'Bookings',
        'Projects',
        'Choose a file',
      ],
      full: ['1. File'],
      empty: ['1. File'],
    },
    '/studio/messages': {
      always: ['Messages', 'Conversations with your clients', 'Write to a client'],
      full: ['Cleo Marsh', 'Ben Alvarez', 'Can I also bring a second singer?'],
      empty: ['No messages yet'],
    },
    '/studio/bookings': {
      always: [
        'Bookings',
        'Manage your studio bookings and schedule',
        'New Booking',
        'Calendar',
        'List',
        'Calendar View',
        'Visual overview of all studio bookings',
        'Pending',
        'Confirmed',
        'Cancelled',
        'Completed',
        'Client Booking',
        'Blocked Time',
        'Today',
        'Sun',
        'Sat',
      ],
    },
    '/studio/bookings?tab=list': {
      always: ['All Bookings', 'View and manage all studio bookings'],
      full: [...sessionColumns, 'Type', 'Actions'],
      empty: ['No Bookings Yet', 'Create your first booking to get started.'],
    },
    '/studio/projects': {
      always: ['Projects', 'New Project', 'Search projects'],
      full: ['Live at the Harbour', 'Ben Alvarez'],
      empty: ['No projects yet'],
    },
    '/studio/projects/{Live at the Harbour}': { full: [...projectTexts, 'New Task', 'Ben Alvarez'] },
    '/studio/board': { always: boardTexts, full: ['Mix side A', 'Cleo Marsh'], empty: ['No cards'] },
    '/studio/tasks': {
      always: ['Tasks', 'New Task', 'Whole studio'],
      full: ['Order spare tubes for the U 87 pair', 'Not assigned'],
      empty: ['No tasks in this studio'],
    },
    '/studio/invoices': {
      always: ['Invoices', 'What your clients owe and have paid', 'New Invoice'],
      empty: ['No invoices yet'],
    },
    '/studio/payments': {
      always: ['Card payments', 'Disputes', 'Payouts', 'Comparison'],
      full: ['Needs your response', 'Won', 'On its way', 'Sales outside StudioHub'],
      empty: ['No disputes.', 'No payouts yet.'],
    },
    '/studio/reports': {
      always: ['Reports', 'Export for the accountant'],
      full: ['Revenue by month'],
      empty: ['Nothing in this period'],
    },
    '/studio/settings': {
      always: [
        'Settings',
        'Basic Information',
        'Contact Information',
        'Branding',
        'Studio name',
        'Accepting bookings',
        'Sign-in URL',
      ],
    },
    '/staff': { full: deniedTexts },
    '/profile': { always: [...profileTexts, 'Studio Admin'] },
  },

  super_admin: {
    '/super-admin': {
      full: ['Dashboard', 'Studios', 'Users', 'Total Studios', 'Total Users', 'Monthly Revenue', 'Active Bookings'],
    },
    '/super-admin/studios': {
      full: ['Add studio', 'Name', 'Type', 'Location', 'Contact', 'Status', 'Actions'],
    },
    '/super-admin/studios?search=nothing-like-this': { full: ['No studio found'] },
    '/super-admin/users': {
      full: ['All Users', 'Pending Approvals', 'Name', 'Phone', 'Roles', 'Registered', 'Assign Role'],
    },
    '/super-admin/users?tab=pending': { full: ['Pia Novak', 'Approve', 'Reject'] },
    '/profile': { full: [...profileTexts, 'Super Admin', 'admin@studiohub.example'] },
  },
}

/** The texts of a screen with or without data. @param studio the slug in its address */
export function textsOfScreen(user: ScreenUser, at: string, state: State, studio: string): readonly string[] {
  const found = words[user]?.[at.replace(new RegExp(`^/${studio}(?=/|$)`), '/:studio')]
  return [...(found?.always ?? []), ...(found?.[state] ?? [])]
}

/** The screens that a person at a studio opens before there is any data. */
export const screensWithoutData = (user: ScreenUser, studio: string): readonly string[] =>
  Object.entries(words[user] ?? {})
    .filter(([, { always, empty }]) => always || empty)
    .map(([at]) => at.replace('/:studio', `/${studio}`))

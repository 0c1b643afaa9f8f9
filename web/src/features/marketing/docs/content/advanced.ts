import type { Article, Topic } from './article.ts'
import { apiKeys, webhooks } from './programs.ts'

const api: Article = {
  slug: 'api',
  title: 'The API',
  summary: 'Sign in, make a call, read lists and handle errors. Our own screens use the same API.',
  sections: [
    {
      title: 'The reference',
      blocks: [
        {
          text: '`/api/docs` lists all calls. It is generated from the OpenAPI description at `/api/v1/openapi.json`, which your tools can read too.',
        },
      ],
    },
    {
      title: 'Sign in and make a call',
      blocks: [
        { text: 'Sign in at `/auth/v1`. The answer has an `access_token` and a `refresh_token`:' },
        {
          code: `curl -X POST "$HOST/auth/v1/token?grant_type=password" \\
  -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","password":"..."}'`,
        },
        { text: 'Send the access token with each call. It has the rights of your role:' },
        { code: `curl "$HOST/api/v1/me" -H "authorization: Bearer $TOKEN"` },
        {
          text: 'A program signs in like a person: give it its own account with the role that it needs. Its profile shows and ends its sessions, and the activity log shows its name.',
        },
      ],
    },
    {
      title: 'Lists',
      blocks: [
        {
          text: 'A list returns `items` and `next_cursor`. Call again with `?cursor=` until it is null; `limit` is at most 100. Bookings between `from` and `to`, at most 62 days, come in one answer.',
        },
      ],
    },
    {
      title: 'Creating things once',
      blocks: [
        {
          text: 'Send your own `Idempotency-Key` with a call that creates something. If the connection fails, repeat the call with the same key: you get the same answer and no second booking.',
        },
      ],
    },
    {
      title: 'Errors',
      blocks: [
        { text: 'Every error has a fixed code and a message for people:' },
        {
          code: `{ "code": "BOOKING_CONFLICT", "message": "That time has just been taken. Please choose another one." }`,
        },
        {
          text: '`fields` names invalid fields. Too many calls get 429 with `retry-after`. Each answer has an `x-request-id`: send it to support, and we can find the call.',
        },
      ],
    },
  ],
}

const feeds: Article = {
  slug: 'calendar-feeds',
  title: 'Calendar feeds and live changes',
  summary: 'Your sessions in other calendars, and a stream of changes.',
  sections: [
    {
      title: 'Calendar feeds',
      blocks: [
        {
          text: 'On your profile you can create a calendar address for Google, Apple or Outlook. Clients see their own sessions there, crew and admins those of their studio. In Settings, under Calendar, an admin can also create one for the studio, without names and notes, for a screen at the door. An address is shown once. A new address ends the old one.',
        },
        { text: 'A program can read the same bookings from the API, 62 days at a time:' },
        {
          code: `curl "$HOST/api/v1/studios/$STUDIO/bookings?from=2026-11-01&to=2026-11-30" \\
  -H "authorization: Bearer $TOKEN"`,
        },
      ],
    },
    {
      title: 'Live changes',
      blocks: [
        {
          text: '`GET /api/v1/events` is a stream of server-sent events. Each event says what changed, by topic and id, without the data: read that again with your rights. The first event of each connection is `resync`: read everything once.',
        },
      ],
    },
    {
      title: 'Time zones',
      blocks: [
        {
          text: 'A booking has `booking_date`, `start_time` and `end_time` in the studio’s time zone, and `starts_at` and `ends_at` in UTC. Use UTC for calendars and local times for people.',
        },
      ],
    },
  ],
}

const domains: Article = {
  slug: 'domains',
  title: 'Addresses, branding and domains',
  summary: 'The addresses of your studio, its look, and its own domain.',
  sections: [
    {
      title: 'Your address',
      blocks: [
        {
          points: [
            '`/your-studio` is the home of your clients.',
            '`/s/your-studio/auth/login` is the sign-in page to share.',
            '`/auth/signup?studio=your-studio` is the sign-up link.',
          ],
        },
        {
          text: 'We can change the address for you, and the old one redirects to it. Words that the product uses itself, such as `docs` or `partner`, are reserved.',
        },
      ],
    },
    {
      title: 'Branding',
      blocks: [
        {
          text: 'Five colors and two fonts make a theme. All other colors are computed from them, so text stays readable. Logo, tagline, favicon and background image are part of it. Your clients see it as soon as a page opens.',
        },
        {
          steps: [
            'Open Settings, then Branding.',
            'Write each color as `185 85% 55%` or `#1ab2b8`, or pick it. The preview shows a client’s page. If text is hard to read, a line shows its contrast and the recommended one.',
            'Choose the two fonts. We host all of them ourselves, so your clients’ browsers contact no other company.',
            'Upload a logo (2 MB), favicon (0.5 MB), hero and background (5 MB each) as JPEG, PNG, WebP, SVG or ICO. Changes appear immediately.',
          ],
        },
        {
          text: 'Two admins who change the same settings do not overwrite each other: the second one sees the other’s changes. Locations and other hidden data are removed from photographs, and drawings are stored as pixels.',
        },
      ],
    },
    {
      title: 'Your own domain',
      blocks: [
        {
          steps: [
            'Open Settings, then Domain, and enter it, such as `book.your-studio.com`.',
            'At your domain’s registrar, add the TXT record that is shown, and point the domain to us with a CNAME record.',
            'Verify it. New records can take an hour to appear.',
          ],
        },
        {
          text: 'Then your clients sign in and book there, and emails link there. You and your crew still work at our address. A new domain must be verified again, and a removed one stops working at once.',
        },
      ],
    },
  ],
}

const selfHosting: Article = {
  slug: 'self-hosting',
  title: 'Hosting it yourself',
  summary: 'One command, its own database, and what you need for production.',
  sections: [
    {
      title: 'Start',
      blocks: [
        { text: 'You need only Node 20 or later and npm. In the folder of the product:' },
        { code: 'npm start' },
        {
          text: 'This installs, builds, prepares the database, and starts at http://127.0.0.1:3000 with a demo. It prints the demo’s sign-ins. To start without the demo, name the first operator:',
        },
        { code: 'SUPER_ADMIN_EMAIL=you@example.com SUPER_ADMIN_PASSWORD=... npm start' },
      ],
    },
    {
      title: 'For other people to use',
      blocks: [
        {
          points: [
            '`PUBLIC_URL`: the address people use. Links in emails contain it.',
            '`TRUST_PROXY`: the number of proxies in front. One of them terminates TLS and passes the host on unchanged.',
            '`SMTP_URL` and `MAIL_FROM`: a mail server. Without one, emails are files in `DATA_DIR/outbox`.',
            '`DATABASE_URL` and `SECRET_KEY`: a PostgreSQL server, 15 or later, for any number of processes.',
          ],
        },
      ],
    },
    {
      title: 'Running the platform',
      blocks: [
        {
          text: 'An operator has Dashboard, Studios and Users. The dashboard shows the number of studios, people and sessions, and the revenue of plans. Its audit log shows who did what, and which calls were denied.',
        },
        {
          points: [
            'Studios: add one and name its owner, change its plan or address (the old address redirects), or deactivate it. A deactivated studio takes no bookings and no new members, and cannot activate itself.',
            'Users: assign a role, or press a badge to remove it. The newest role decides what a person sees. The last operator and the last admin of a studio cannot lose their role.',
            'Pending Approvals: answer requests to join, for any studio. “Answered” shows who approved or rejected a request, and when.',
            'Suspend: the person is signed out everywhere and cannot sign in, for some days or until you lift it.',
          ],
        },
      ],
    },
    {
      title: 'What the database guarantees',
      blocks: [
        {
          text: 'The product includes PostgreSQL 18. Saved changes survive a crash of the process and a power cut. For several processes, use your own PostgreSQL server. `/readyz` shows which one you use and what it guarantees.',
        },
      ],
    },
    {
      title: 'Backups',
      blocks: [
        {
          code: `npm run admin -- backup studiohub.tar.gz --files
npm run admin -- restore studiohub.tar.gz`,
        },
        {
          text: 'You can make a backup while the product runs, and restore it on a PostgreSQL server too. After a restore everyone signs in again. Keep `DATA_DIR/secret.key`, or your `SECRET_KEY`, in another place: without it authenticator apps stop working.',
        },
      ],
    },
    {
      title: 'Monitoring',
      blocks: [
        {
          text: 'Use `/healthz`, `/readyz` and `/metrics`. The log has one line of JSON per event.',
        },
      ],
    },
  ],
}

export const advanced: Topic = {
  key: 'advanced',
  title: 'Advanced',
  text: 'For developers, other calendars and people who host StudioHub themselves.',
  articles: [api, feeds, domains, selfHosting],
  guides: [apiKeys, webhooks],
}

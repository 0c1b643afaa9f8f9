import type { Article, Topic } from './article.ts'

const api: Article = {
  slug: 'api',
  title: 'The API',
  summary: 'Sign in, make a call, page through lists and read errors. The same API that our own screens use.',
  sections: [
    {
      title: 'The reference',
      blocks: [
        {
          text: 'All calls are listed at `/api/docs`, made from the description at `/api/v1/openapi.json`, which your own tools can read as well.',
        },
      ],
    },
    {
      title: 'Sign in and make a call',
      blocks: [
        { text: 'Sessions come from `/auth/v1`. The answer holds `access_token` and `refresh_token`:' },
        {
          code: `curl -X POST "$HOST/auth/v1/token?grant_type=password" \\
  -H 'content-type: application/json' \\
  -d '{"email":"you@example.com","password":"..."}'`,
        },
        { text: 'Send the access token with each call. You have the rights of your role and nothing more:' },
        { code: `curl "$HOST/api/v1/me" -H "authorization: Bearer $TOKEN"` },
        {
          text: 'A program signs in as a person: give it an account of its own, in the role that it needs. Its sessions are seen and ended on its profile like anybody’s, and what it does stands under its name.',
        },
      ],
    },
    {
      title: 'Lists',
      blocks: [
        {
          text: 'A list answers with `items` and `next_cursor`. Ask again with `?cursor=` until it is null; `limit` goes up to 100. Bookings of a range come whole: `from` and `to`, 62 days at most.',
        },
      ],
    },
    {
      title: 'Creating things once',
      blocks: [
        {
          text: 'Send an `Idempotency-Key` of your own with a call that creates something. The same key brings the same answer and no second booking, however often the connection fails.',
        },
      ],
    },
    {
      title: 'Errors',
      blocks: [
        { text: 'Every refusal has a code that does not change and a sentence for people:' },
        {
          code: `{ "code": "BOOKING_CONFLICT", "message": "That time has just been taken. Please choose another one." }`,
        },
        {
          text: 'Fields that are wrong are named under `fields`. Too many calls are answered with 429 and `retry-after`. Each answer carries `x-request-id`: tell it to support and we find the call.',
        },
      ],
    },
  ],
}

const feeds: Article = {
  slug: 'calendar-feeds',
  title: 'Calendar feeds and live changes',
  summary: 'Your sessions in other calendars, and the stream that keeps screens fresh.',
  sections: [
    {
      title: 'Calendar feeds',
      blocks: [
        {
          text: 'On your profile you create a calendar address and give it to Google, Apple or Outlook: clients see their own sessions there, crew and admins those of their studio. In Settings, under Calendar, an admin also makes one for the studio, without names and notes, for a screen at the door. It is shown once; renew it and the one before ends.',
        },
        { text: 'A program can read the same from the API, 62 days at a time:' },
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
          text: '`GET /api/v1/events` is a stream of server-sent events. It says what changed, by topic and id, and never carries the data itself: read it again with your own rights. After each connection the first event is `resync`: read everything once.',
        },
      ],
    },
    {
      title: 'Time zones',
      blocks: [
        {
          text: 'A booking has `booking_date`, `start_time` and `end_time` by the studio’s clock, and `starts_at` and `ends_at` as instants in UTC. Calendars want the instants, people the clock.',
        },
      ],
    },
  ],
}

const domains: Article = {
  slug: 'domains',
  title: 'Addresses, branding and domains',
  summary: 'Where your studio lives, and how it comes to look like yours.',
  sections: [
    {
      title: 'Your address',
      blocks: [
        {
          points: [
            '`/your-studio` is the home of your clients.',
            '`/s/your-studio/auth/login` is the sign-in page to hand out.',
            '`/auth/signup?studio=your-studio` is the sign-up link.',
          ],
        },
        {
          text: 'We change the address when you ask us to, and the old one keeps leading to you. Words that the product needs for itself, such as `docs` or `partner`, cannot be taken.',
        },
      ],
    },
    {
      title: 'Branding',
      blocks: [
        {
          text: 'Five colors and two fonts make a theme; all other colors are computed from them, so that text stays readable on any of them. Logo, tagline, favicon and background image belong to it. Your clients see it from the first moment the page opens.',
        },
        {
          steps: [
            'Open Settings, then Branding.',
            'Write each color as `185 85% 55%` or `#1ab2b8`, or pick it. The preview shows a client’s page at once; where text would be hard to read, a line says how much it contrasts and how much it should.',
            'Choose the two fonts. We host all of them ourselves: your clients’ browsers ask nobody else.',
            'Upload a logo (2 MB), favicon (0.5 MB), hero and background (5 MB each) as JPEG, PNG, WebP, SVG or ICO. Changes appear immediately.',
          ],
        },
        {
          text: 'Two admins who change the same settings do not overwrite each other: the second is told. Places and hidden data in photographs are removed, and drawings are kept as pixels.',
        },
      ],
    },
    {
      title: 'A domain of your own',
      blocks: [
        {
          steps: [
            'Open Settings, then Domain, and enter it, such as `book.your-studio.com`.',
            'Where the domain is registered, add the TXT record that is shown, and point the domain to us with a CNAME record.',
            'Verify it. Records can take an hour to be seen.',
          ],
        },
        {
          text: 'From then on your clients sign in, book and get their mails there, under your name alone. You and your crew go on working at our address. A new domain has to be verified again, and a removed one stops working at once.',
        },
      ],
    },
  ],
}

const selfHosting: Article = {
  slug: 'self-hosting',
  title: 'Running it yourself',
  summary: 'One command, its own database, and what you need for a serious installation.',
  sections: [
    {
      title: 'Start',
      blocks: [
        { text: 'Node 20 or later and npm, and nothing else. In the folder of the product:' },
        { code: 'npm start' },
        {
          text: 'It installs, builds, prepares its own database and listens at http://127.0.0.1:3000 with a demo whose sign-ins it prints. To begin empty, name the first operator:',
        },
        { code: 'SUPER_ADMIN_EMAIL=you@example.com SUPER_ADMIN_PASSWORD=... npm start' },
      ],
    },
    {
      title: 'For other people to use',
      blocks: [
        {
          points: [
            '`PUBLIC_URL`: the address people use. Links in mails carry it.',
            '`TRUST_PROXY`: how many proxies stand in front. Let one of them do TLS and pass the host on unchanged.',
            '`SMTP_URL` and `MAIL_FROM`: a mail server. Without one, mails lie as files in `DATA_DIR/outbox`.',
            '`DATABASE_URL` and `SECRET_KEY`: a PostgreSQL server, 15 or later, for any number of processes.',
          ],
        },
      ],
    },
    {
      title: 'Running the platform',
      blocks: [
        {
          text: 'An operator has Dashboard, Studios and Users. The dashboard counts studios, people, sessions and what the plans bring; its Audit trail says who did what, and what was refused.',
        },
        {
          points: [
            'Studios: add one for somebody and name its owner, change its plan or address (the old one keeps leading there), or deactivate it. Then it takes no bookings and nobody in, and cannot open itself.',
            'Users: give a role, or press a badge to take it away. The newest role decides what somebody sees; the last who runs the platform or a studio keeps theirs.',
            'Pending Approvals: answer requests to join, for any studio.',
            'Suspend: somebody is signed out everywhere and cannot sign in, for some days or until you lift it.',
          ],
        },
      ],
    },
    {
      title: 'What the database promises',
      blocks: [
        {
          text: 'The database that comes with the product is PostgreSQL 18. What was answered survives a crash of the process and a power cut. For several processes, use a PostgreSQL server of your own. `/readyz` says which one you have and what it promises.',
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
          text: 'A backup can be made while the product runs, and restored on a PostgreSQL server too. After a restore everybody signs in again. Keep `DATA_DIR/secret.key`, or your `SECRET_KEY`, in another place: without it authenticator apps stop working.',
        },
      ],
    },
    {
      title: 'Watching it',
      blocks: [
        {
          text: '`/healthz`, `/readyz` and `/metrics`, and one line of JSON in the log for each event.',
        },
      ],
    },
  ],
}

export const advanced: Topic = {
  key: 'advanced',
  title: 'Advanced',
  text: 'For programs, for other calendars and for those who run it themselves.',
  articles: [api, feeds, domains, selfHosting],
}

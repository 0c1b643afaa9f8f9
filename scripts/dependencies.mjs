/**
 * The reasons for production dependencies. A reason may need several packages of one project; each package has one
 * reason. The check `lock` compares this list with the manifests.
 */
export const reasons = {
  'the runtime': ['node'],
  'the HTTP server': [
    'fastify',
    '@fastify/compress',
    '@fastify/helmet',
    '@fastify/rate-limit',
    '@fastify/static',
    '@fastify/under-pressure',
  ],
  'the API, typed on both sides and as OpenAPI': [
    '@orpc/contract',
    '@orpc/server',
    '@orpc/client',
    '@orpc/openapi',
    '@orpc/openapi-client',
    '@orpc/tanstack-query',
    '@orpc/zod',
  ],
  'prerendered pages as templates, and the XML of a file store': ['htmlparser2'],
  'schemas of requests and responses': ['zod'],
  'statements and migrations on PostgreSQL': ['kysely', 'pg', 'pg-copy-streams'],
  'jobs that survive a crash': ['pg-boss'],
  'uploads in an S3-compatible store': ['aws4fetch'],
  'backups and exports as files': ['modern-tar', 'fflate', 'papaparse', 'yazl', 'yauzl'],
  'emails and invoices, and their layout': ['nodemailer', '@react-email/render', '@react-pdf/renderer'],
  'password hashes': ['@node-rs/argon2'],
  'signed tokens': ['jose'],
  'sign-in at other providers': ['openid-client'],
  'authenticator apps': ['otpauth'],
  passkeys: ['@simplewebauthn/server'],
  'sign-in in the browser': ['@supabase/auth-js'],
  payments: ['stripe'],
  'signed calls to addresses that studios enter': ['undici', 'ipaddr.js', 'standardwebhooks'],
  'notifications on devices': ['web-push'],
  'pictures in safe formats and sizes': ['sharp'],
  'QR codes': ['uqr'],
  'calendars of other programs': ['ical.js', 'tsdav'],
  'phone numbers of all countries in one form': ['libphonenumber-js'],
  logs: ['pino'],
  metrics: ['prom-client'],
  'screens and their routes': ['react', 'react-dom', 'react-router'],
  'data of the server on a screen': ['@tanstack/react-query'],
  'live changes, between processes and to screens': ['@nats-io/transport-node', 'eventsource-parser'],
  forms: ['react-hook-form', '@hookform/resolvers'],
  'accessible dialogs, menus and other controls': ['radix-ui', 'get-nonce', '@daypicker/react'],
  toasts: ['sonner'],
  icons: ['lucide-react'],
  fonts: ['@fontsource-variable/inter', '@expo-google-fonts/inter'],
  'dates and times in browsers without Temporal': ['temporal-polyfill'],
}

/** Maximum number of reasons. A new reason replaces another, or a decision record raises this number. */
export const REASONS_MAX = 34

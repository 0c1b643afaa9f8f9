import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

// The same pages exist at three addresses (spec section 2), but each route needs a unique id.
const authPages = (idPrefix: string) => [
  index('layouts/auth-index-redirect.tsx', { id: `${idPrefix}-index` }),
  layout('layouts/signed-out-gate.tsx', { id: `${idPrefix}-signed-out` }, [
    route('login', 'features/auth/login-screen.tsx', { id: `${idPrefix}-login` }),
    route('signup', 'features/auth/signup-screen.tsx', { id: `${idPrefix}-signup` }),
    route('forgot-password', 'features/auth/forgot-password-screen.tsx', { id: `${idPrefix}-forgot-password` }),
  ]),
  route('reset-password', 'features/auth/reset-password-screen.tsx', { id: `${idPrefix}-reset-password` }),
  route('callback', 'features/auth/callback-screen.tsx', { id: `${idPrefix}-callback` }),
  route('confirm', 'features/auth/confirm-screen.tsx', { id: `${idPrefix}-confirm` }),
]

const clientPages = (idPrefix: string) => [
  route('projects', 'features/projects/projects-screen.tsx', { id: `${idPrefix}-projects` }),
  route('projects/:id', 'features/projects/project-screen.tsx', { id: `${idPrefix}-project` }),
  route('board', 'features/board/board-screen.tsx', { id: `${idPrefix}-board` }),
  route('bookings', 'features/bookings/client-bookings-screen.tsx', { id: `${idPrefix}-bookings` }),
  route('invoices', 'features/invoices/client-invoices-screen.tsx', { id: `${idPrefix}-invoices` }),
  route('invoices/:id', 'features/invoices/invoice-screen.tsx', { id: `${idPrefix}-invoice` }),
  route('messages', 'features/conversations/client-messages-screen.tsx', { id: `${idPrefix}-messages` }),
]

const studioAddress = (idPrefix: string, path: string) => [
  route(`${path}/auth`, 'layouts/auth-layout.tsx', { id: `${idPrefix}-auth` }, authPages(idPrefix)),
  route(`${path}/book`, 'layouts/book-layout.tsx', { id: `${idPrefix}-book-layout` }, [
    index('features/bookings/book-screen.tsx', { id: `${idPrefix}-book` }),
    route(':service', 'features/bookings/book-times-screen.tsx', { id: `${idPrefix}-book-times` }),
  ]),
  route(path, 'layouts/client-layout.tsx', { id: `${idPrefix}-client` }, [
    // `/s/{slug}` alone is the studio's public page.
    ...(idPrefix === 'slug' ? [index('features/dashboards/client-home-screen.tsx', { id: `${idPrefix}-home` })] : []),
    ...clientPages(idPrefix),
  ]),
]

/** The spec's route table (section 2) with the routes of decision 0002. Fixed paths come before a studio's slug. */
export default [
  layout('layouts/public-layout.tsx', [
    index('features/marketing/landing-screen.tsx'),
    route('partner', 'features/partners/partnership-screen.tsx'),
    route('network', 'features/marketing/network-screen.tsx'),
    route('case-studies', 'features/marketing/case-studies-screen.tsx'),
    route('docs', 'features/marketing/docs/docs-screen.tsx'),
    route('docs/:slug', 'features/marketing/docs/article-screen.tsx'),
    route('training', 'features/marketing/training-screen.tsx'),
    route('imprint', 'features/legal-texts/platform-legal-screen.tsx', { id: 'imprint' }),
    route('privacy', 'features/legal-texts/platform-legal-screen.tsx', { id: 'privacy' }),
    route('terms', 'features/legal-texts/platform-legal-screen.tsx', { id: 'terms' }),
    route('static/not-found', 'features/marketing/nothing-here-screen.tsx'),
  ]),

  // Public pages that exist only below `/s/`. All other pages below `/s/{slug}` are the same as below `/{slug}`.
  route('s/:namespace', 'features/studios/public-page-screen.tsx'),
  route('embed/:namespace', 'features/studios/framed-form-screen.tsx'),
  route('s/:namespace/imprint', 'features/legal-texts/studio-legal-screen.tsx', { id: 's-imprint' }),
  route('s/:namespace/privacy', 'features/legal-texts/studio-legal-screen.tsx', { id: 's-privacy' }),
  route('s/:namespace/terms', 'features/legal-texts/studio-legal-screen.tsx', { id: 's-terms' }),

  layout('layouts/app-layout.tsx', [
    route('pay', 'features/invoices/pay-screen.tsx'),
    route('legal/accept', 'features/terms/terms-screen.tsx'),
    route('auth', 'layouts/auth-layout.tsx', { id: 'auth' }, authPages('auth')),
    ...prefix('auth', [
      layout('layouts/onboarding-layout.tsx', [
        route('onboarding', 'features/onboarding/onboarding-screen.tsx'),
        layout('layouts/pending-gate.tsx', [
          route('pending-approval', 'features/onboarding/pending-approval-screen.tsx'),
        ]),
      ]),
    ]),

    layout('layouts/invitations-layout.tsx', [route('invitations', 'features/invitations/invitations-screen.tsx')]),
    layout('layouts/account-layout.tsx', [route('profile', 'features/profile/profile-screen.tsx')]),

    layout('layouts/super-admin-layout.tsx', [
      route('super-admin', 'features/dashboards/super-admin-dashboard-screen.tsx'),
      route('super-admin/studios', 'features/admin/studios-screen.tsx'),
      route('super-admin/studios/:id', 'features/admin/studio-screen.tsx', { id: 'super-admin-studio' }),
      route('super-admin/users', 'features/admin/users-screen.tsx'),
    ]),
    layout('layouts/studio-layout.tsx', [
      route('studio', 'features/dashboards/studio-dashboard-screen.tsx'),
      route('studio/clients', 'features/clients/clients-screen.tsx'),
      route('studio/import', 'features/imports/imports-screen.tsx'),
      route('studio/messages', 'features/conversations/messages-screen.tsx'),
      route('studio/bookings', 'features/bookings/bookings-screen.tsx'),
      route('studio/checkins', 'features/checkins/checkins-screen.tsx', { id: 'studio-checkins' }),
      route('studio/projects', 'features/projects/projects-screen.tsx', { id: 'studio-projects' }),
      route('studio/projects/:id', 'features/projects/project-screen.tsx', { id: 'studio-project' }),
      route('studio/board', 'features/board/board-screen.tsx', { id: 'studio-board' }),
      route('studio/tasks', 'features/tasks/tasks-screen.tsx', { id: 'studio-tasks' }),
      layout('layouts/studio-admin-gate.tsx', [
        route('studio/staff', 'features/crew/crew-screen.tsx'),
        route('studio/invoices', 'features/invoices/invoices-screen.tsx'),
        route('studio/invoices/:id', 'features/invoices/invoice-screen.tsx', { id: 'studio-invoice' }),
        route('studio/payments', 'features/payments/payments-screen.tsx'),
        route('studio/reports', 'features/dashboards/reports-screen.tsx'),
        route('studio/activity', 'features/admin/activity-screen.tsx'),
        route('studio/settings', 'features/studios/settings-screen.tsx'),
      ]),
    ]),
    layout('layouts/staff-layout.tsx', [
      route('staff', 'features/dashboards/staff-dashboard-screen.tsx'),
      route('staff/tasks', 'features/tasks/tasks-screen.tsx'),
      route('staff/schedule', 'features/bookings/schedule-screen.tsx'),
      route('staff/checkins', 'features/checkins/checkins-screen.tsx'),
      route('staff/projects', 'features/projects/projects-screen.tsx', { id: 'staff-projects' }),
      route('staff/projects/:id', 'features/projects/project-screen.tsx', { id: 'staff-project' }),
      route('staff/messages', 'features/conversations/messages-screen.tsx', { id: 'staff-messages' }),
      route('staff/board', 'features/board/board-screen.tsx', { id: 'staff-board' }),
    ]),
    layout('layouts/partner-layout.tsx', [
      route('partner/dashboard', 'features/dashboards/partner-dashboard-screen.tsx'),
    ]),

    route('client', 'layouts/own-studio-redirect.tsx', { id: 'client-redirect' }),
    route('client/projects', 'layouts/own-studio-redirect.tsx', { id: 'client-projects-redirect' }),

    ...studioAddress('slug', ':namespace'),
    ...studioAddress('s-slug', 's/:namespace'),
  ]),

  // Component gallery for developers; not in production builds.
  ...(process.env.NODE_ENV === 'production' ? [] : [route('internal/gallery', 'layouts/gallery.tsx')]),

  route('*', 'features/marketing/not-found-screen.tsx'),
] satisfies RouteConfig

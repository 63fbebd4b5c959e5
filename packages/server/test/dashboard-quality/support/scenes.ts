// What there is to be seen: every page and its states.
import type { Route } from 'playwright-core'
import { catalogScenes } from './catalog-scenes.ts'
import { ADA, CHLOE, NOAH } from './demo-people.ts'
import { refusal, type Scene, scene, seen } from './scene.ts'

const usedUp = async (route: Route) => {
  const response = await route.fetch()
  const usage = await response.json()
  const { limit } = usage.quota
  await route.fulfill({
    response,
    json: { ...usage, alerts: [50, 80, 100], quota: { ...usage.quota, used: limit, remaining: 0 } },
  })
}

const accounts: readonly Scene[] = [
  scene('sign-in', null, '/sign-in', {
    act: (page) => page.getByRole('button', { name: 'Get a guest key' }).waitFor(),
  }),
  scene('sign-in-refused', null, '/sign-in', {
    act: async (page) => {
      await page.getByLabel('E-mail').fill('ada@harbour.example.test')
      await page.getByLabel('Password', { exact: true }).fill('a wrong guess')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('alert').first().waitFor()
    },
  }),
  scene('sign-in-guest-key', null, '/sign-in', {
    // An address gets three in a week.
    answers: { '/api/guest-key': (route) => route.fulfill({ status: 201, json: guestKey }) },
    act: async (page) => {
      await page.getByRole('button', { name: 'Get a guest key' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('sign-up', null, '/sign-up', { act: (page) => page.getByLabel('Name').waitFor() }),
  scene('sign-up-faults', null, '/sign-up', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  }),
  scene('forgot-password', null, '/forgot-password', { act: (page) => page.getByLabel('E-mail').waitFor() }),
  scene('reset-password', null, '/reset-password?token=none', {
    act: (page) => page.getByLabel('New password').waitFor(),
  }),
  { ...scene('invitation', null, ''), path: (site) => site.invitation, act: (page) => seen(page, 'Harbour Analytics') },
  {
    ...scene('invitation-of-another', CHLOE, ''),
    path: (site) => site.invitation,
    act: (page) => seen(page, 'for another account'),
  },
  scene('invitation-gone', null, '/invitation/gone', { act: (page) => seen(page, 'This invitation is gone') }),
]

const overview: readonly Scene[] = [
  scene('overview', ADA, '/', { act: (page) => seen(page, 'Recent errors') }),
  scene('overview-first-steps', NOAH, '/', { act: (page) => seen(page, 'First steps') }),
  scene('overview-as-table', ADA, '/', {
    act: (page) => page.getByRole('button', { name: 'Show as a table' }).click(),
  }),
  scene('overview-used-up', ADA, '/', {
    answers: { '/api/usage': usedUp },
    act: (page) => seen(page, 'The units of this month are used up'),
  }),
  scene('overview-failed', ADA, '/', {
    answers: { '/api/usage': refusal(500, 'INTERNAL', 'Something went wrong on our side.') },
    act: (page) => seen(page, 'The usage could not be loaded'),
  }),
  scene('outage', ADA, '/', {
    answers: { '/api/me': refusal(503, 'AUTH_UNAVAILABLE', 'Accounts cannot be reached right now.') },
    act: (page) => seen(page, 'Sessions cannot be checked right now'),
  }),
]

const keys: readonly Scene[] = [
  scene('keys', ADA, '/keys', { act: (page) => seen(page, 'nightly-report') }),
  scene('keys-of-a-member', CHLOE, '/keys', { act: (page) => seen(page, 'nightly-report') }),
  scene('keys-empty', NOAH, '/keys', { act: (page) => seen(page, 'No keys yet') }),
  scene('keys-create', ADA, '/keys', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Name').fill('billing worker')
    },
  }),
  scene('keys-created', ADA, '/keys', {
    answers: {
      '/api/keys': (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 201, json: madeKey }) : route.continue(),
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByLabel('Name').fill(madeKey.name)
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      await seen(page, 'Copy the key now')
    },
  }),
  scene('keys-delete', ADA, '/keys', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Delete support-bot' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
]

const guestKey = {
  key: `kiosk_${'0'.repeat(48)}`,
  plan: 'guest',
  quota: { limit: 200 },
  expiresAt: '2026-01-08T00:00:00.000Z',
}

/** Shown in pictures, so it is nobody's. */
const madeKey = {
  id: 'key_1',
  name: 'billing worker',
  prefix: 'kiosk_000000',
  key: `kiosk_${'0'.repeat(48)}`,
  createdAt: '2026-01-01T00:00:00.000Z',
}

const requests: readonly Scene[] = [
  scene('requests', ADA, '/requests', { act: (page) => page.getByRole('table').waitFor() }),
  scene('request-open', ADA, '/requests', {
    act: async (page) => {
      await page
        .getByRole('row', { name: /UPSTREAM_/ })
        .first()
        .getByRole('link')
        .click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('requests-none', ADA, '/requests?operation=autocomplete.post&status=404', {
    act: (page) => seen(page, 'No request matches'),
  }),
  scene('requests-empty', NOAH, '/requests', { act: (page) => seen(page, 'No calls yet') }),
  scene('status', ADA, '/status', { act: (page) => page.getByRole('table').waitFor() }),
  scene('status-empty', NOAH, '/status', { act: (page) => seen(page, 'No calls in the last 24 hours') }),
]

/** Only an authenticator makes one. */
const passkeys: Scene['answers'] = {
  '/api/passkeys': (route) =>
    route.fulfill({
      json: {
        passkeys: [
          { id: '1', name: 'Laptop', createdAt: '2026-10-09T08:00:00.000Z', lastUsedAt: '2026-11-20T08:00:00.000Z' },
          { id: '2', name: 'Blue security key', createdAt: '2026-11-02T08:00:00.000Z', lastUsedAt: null },
        ],
      },
    }),
}

const organization: readonly Scene[] = [
  scene('members', ADA, '/members', { act: (page) => seen(page, 'Open invitations') }),
  scene('members-of-a-member', CHLOE, '/members', { act: (page) => seen(page, 'Esi Nakamura') }),
  scene('members-invite', ADA, '/members', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.getByLabel('E-mail').fill('hana@harbour.example.test')
    },
  }),
  scene('members-remove', ADA, '/members', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove Esi Nakamura' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('settings', ADA, '/settings', { answers: passkeys, act: (page) => seen(page, 'This browser') }),
  scene('settings-add-passkey', ADA, '/settings', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('settings-leave', CHLOE, '/settings', {
    act: async (page) => {
      await page.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  }),
  scene('settings-of-a-member', CHLOE, '/settings', { act: (page) => seen(page, 'This browser') }),
  scene('connect', ADA, '/connect', { act: (page) => seen(page, 'Command line') }),
  scene('not-found', ADA, '/catalog/no-such/page', { act: (page) => seen(page, 'There is no page at this address') }),
  scene('menu-account', ADA, '/keys', {
    act: async (page) => {
      await page
        .getByRole('button', { name: /Ada Verne/ })
        .filter({ visible: true })
        .click()
      await page.getByRole('menuitem', { name: 'Sign out' }).filter({ visible: true }).waitFor()
    },
  }),
  scene('menu-organizations', ADA, '/keys', {
    act: async (page) => {
      await page
        .getByRole('button', { name: /Organization/ })
        .filter({ visible: true })
        .click()
      await page.getByRole('menuitemradio', { name: 'Tidewater Lab' }).filter({ visible: true }).waitFor()
    },
  }),
  scene('menu-more', ADA, '/keys', {
    phone: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Members' }).waitFor()
    },
  }),
]

export const scenes: readonly Scene[] = [
  ...accounts,
  ...overview,
  ...keys,
  ...catalogScenes,
  ...requests,
  ...organization,
]

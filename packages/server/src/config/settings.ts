// The table of settings: one row each. What providers declare is added to it by `config.ts`.
import { z } from 'zod'
import { defaultPlans, plansText } from './plans.ts'
import {
  baseAddress,
  headerText,
  host,
  hostPorts,
  integer,
  list,
  mailSender,
  oneOf,
  onOff,
  path,
  port,
  secretAddress,
  secretAddresses,
  secretText,
  trustProxy,
} from './texts.ts'

/** One row. */
export interface Setting {
  readonly variable: string
  /** Parses the variable's text. */
  readonly schema: z.ZodType<unknown, string>
  /** Text that stands in when the variable is unset; null: there is no value. */
  readonly default: string | null
  /** What happens when it is unset, for the docs, where no text can stand in. */
  readonly unset?: string
  /** One sentence for the docs. */
  readonly says: string
  /** True when `@path` stands for the content of a file. */
  readonly file?: boolean
}

const PROXY = 'an http, https or socks5 URL'

export const settings = {
  engineHost: {
    variable: 'KIOSK_ENGINE_HOST',
    schema: host,
    default: '127.0.0.1',
    says: 'Address that the engine listens on; 0.0.0.0 for all.',
  },
  enginePort: { variable: 'KIOSK_ENGINE_PORT', schema: port, default: '8080', says: 'Port of the engine.' },
  appHost: {
    variable: 'KIOSK_APP_HOST',
    schema: host,
    default: '127.0.0.1',
    says: 'Address that the app listens on; 0.0.0.0 for all.',
  },
  appPort: { variable: 'KIOSK_APP_PORT', schema: port, default: '8081', says: 'Port of the app.' },
  baseUrl: {
    variable: 'KIOSK_BASE_URL',
    schema: baseAddress,
    default: null,
    unset: 'from KIOSK_ENGINE_HOST and KIOSK_ENGINE_PORT',
    says: 'Public address of the engine; also where `kiosk call` and `kiosk catalog` ask.',
  },
  appUrl: {
    variable: 'KIOSK_APP_URL',
    schema: baseAddress,
    default: null,
    unset: 'from KIOSK_APP_HOST and KIOSK_APP_PORT',
    says: 'Public address of the app.',
  },
  engineUrl: {
    variable: 'KIOSK_ENGINE_URL',
    schema: baseAddress,
    default: null,
    unset: 'from KIOSK_ENGINE_HOST and KIOSK_ENGINE_PORT',
    says: 'Address at which the app reaches the engine.',
  },
  dataDir: {
    variable: 'KIOSK_DATA_DIR',
    schema: path,
    default: './data',
    says: 'Folder of the embedded database, the secret and the guest key.',
  },
  databaseUrl: {
    variable: 'KIOSK_DATABASE_URL',
    schema: secretAddress(['postgres', 'postgresql'], 'a postgres:// URL'),
    default: null,
    unset: 'embedded SQLite',
    says: 'PostgreSQL of a cluster; not part of this release.',
  },
  redisUrl: {
    variable: 'KIOSK_REDIS_URL',
    schema: secretAddress(['redis', 'rediss'], 'a redis:// or rediss:// URL'),
    default: null,
    says: 'Redis of a cluster; not part of this release.',
  },
  secret: {
    variable: 'KIOSK_SECRET',
    schema: secretText(16, 'at least 16 characters without blanks, better 64 random ones'),
    default: null,
    unset: 'made at the first start and kept in the data folder',
    says: 'Secret from which every key of the service is derived.',
  },
  secretPrevious: {
    variable: 'KIOSK_SECRET_PREVIOUS',
    schema: secretText(16, 'the former KIOSK_SECRET'),
    default: null,
    says: 'The secret before the last change: still read, never used for new things.',
  },
  plans: {
    variable: 'KIOSK_PLANS',
    schema: plansText,
    default: JSON.stringify(defaultPlans),
    file: true,
    says: 'Plans by name as JSON or `@file`, added to the default ones: units a month and requests a second, null for no limit.',
  },
  defaultPlan: {
    variable: 'KIOSK_DEFAULT_PLAN',
    schema: z.string(),
    default: 'free',
    says: 'Plan of an organization that is made by signing up.',
  },
  signup: {
    variable: 'KIOSK_SIGNUP',
    schema: oneOf(['open', 'invite', 'closed']),
    default: 'open',
    says: 'Who may make an account: `open` (anyone), `invite` (the invited) or `closed` (nobody). The first account may be made unless it is closed.',
  },
  guestKeys: {
    variable: 'KIOSK_GUEST_KEYS',
    schema: onOff,
    default: 'on',
    says: 'Whether anyone may ask for a free guest key for seven days, `on` or `off`; the key of the first start is made either way.',
  },
  mailUrl: {
    variable: 'KIOSK_MAIL_URL',
    schema: secretAddress(['smtp', 'smtps'], 'a URL such as smtps://user:password@mail.example.test'),
    default: null,
    unset: 'no mail is sent; the operator resets forgotten passwords',
    says: 'Mail server for forgotten passwords and invitations: `smtp://` (STARTTLS, port 587) or `smtps://` (port 465). Without TLS only on loopback, or where KIOSK_EGRESS_ALLOW names it.',
  },
  mailFrom: {
    variable: 'KIOSK_MAIL_FROM',
    schema: mailSender,
    default: null,
    says: 'Sender of that mail, such as `Kiosk <kiosk@example.test>`; needed with KIOSK_MAIL_URL.',
  },
  providersDisabled: {
    variable: 'KIOSK_PROVIDERS_DISABLED',
    schema: list,
    default: '',
    says: 'Comma-separated providers whose operations are not offered.',
  },
  metricsToken: {
    variable: 'KIOSK_METRICS_TOKEN',
    schema: secretText(1, 'a token of visible ASCII characters'),
    default: null,
    unset: '/metrics answers on loopback only',
    says: 'Bearer token for /metrics from other machines.',
  },
  logLevel: {
    variable: 'KIOSK_LOG_LEVEL',
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
    says: 'Least severe events that are logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
  },
  logFile: {
    variable: 'KIOSK_LOG_FILE',
    schema: path,
    default: null,
    unset: 'standard error',
    says: 'File to which events are appended, one JSON object a line.',
  },
  trustProxy: {
    variable: 'KIOSK_TRUST_PROXY',
    schema: trustProxy,
    default: 'off',
    says: 'Reverse proxies whose X-Forwarded-For the app believes: off, their addresses, or how many, if nobody reaches the app past them. Guest keys and sign-ins are counted by address.',
  },
  browserPath: {
    variable: 'KIOSK_BROWSER_PATH',
    schema: path,
    default: null,
    unset: "Chromium's headless shell, Chromium or Chrome is looked for",
    says: 'Executable of the browser that renders.',
  },
  browserUrl: {
    variable: 'KIOSK_BROWSER_URL',
    schema: secretAddresses(['ws', 'wss', 'http', 'https'], 'ws, wss, http or https URLs, separated by commas'),
    default: null,
    says: 'Remote browsers (CDP endpoints, separated by commas) in place of a local one; the least busy one renders. See docs/self-hosting.md.',
  },
  browserFilterHost: {
    variable: 'KIOSK_BROWSER_FILTER_HOST',
    schema: host,
    default: null,
    unset: '127.0.0.1, which only browsers of this machine reach',
    says: 'Address of this machine at which remote browsers reach the filter that guards what they render.',
  },
  proxyDatacenter: {
    variable: 'KIOSK_PROXY_DATACENTER',
    schema: secretAddress(['http', 'https', 'socks5'], PROXY),
    default: null,
    says: "The operator's datacenter proxy: fetch-markdown tries a page behind a bot wall once more through it.",
  },
  proxyResidential: {
    variable: 'KIOSK_PROXY_RESIDENTIAL',
    schema: secretAddress(['http', 'https', 'socks5'], PROXY),
    default: null,
    says: "The operator's residential proxy: used as KIOSK_PROXY_DATACENTER is, where that is not set.",
  },
  egressAllow: {
    variable: 'KIOSK_EGRESS_ALLOW',
    schema: hostPorts,
    default: '',
    says: 'Comma-separated host:port pairs that callers may reach although they are private.',
  },
  idempotencyTtlSec: {
    variable: 'KIOSK_IDEMPOTENCY_TTL_SEC',
    schema: integer(1, 31_536_000, 'whole seconds from 1 to 31536000'),
    default: '86400',
    says: 'Seconds for which the answer to an Idempotency-Key is kept.',
  },
  userAgent: {
    variable: 'KIOSK_USER_AGENT',
    schema: headerText,
    default: null,
    unset: 'kiosk/<version>, with KIOSK_APP_URL as the contact when that is public',
    says: 'How the service names itself to upstreams; some ask for a contact address in it.',
  },
  apiKey: {
    variable: 'KIOSK_API_KEY',
    schema: secretText(1, 'an API key, such as `kiosk admin create-key` prints'),
    default: null,
    unset: 'the guest key in the data folder, if any',
    says: 'Key that `kiosk call` uses; the server does not read it.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

type ValueOf<S extends Setting> = z.output<S['schema']> | (S['default'] extends null ? null : never)

/** Parsed values by the names of the rows. */
export type SettingValues = { readonly [K in SettingName]: ValueOf<(typeof settings)[K]> }

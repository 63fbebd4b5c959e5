// Marks of bot walls, one row a vendor. A row is read only where the page shows little text of its own.

/** An answer as the judges of walls see it. */
export interface Appearance {
  readonly status: number
  /** By lower-cased name. */
  readonly headers: Readonly<Record<string, string>>
  readonly url: string
  /** Tags and scripts, without text. */
  readonly markup: string
  /** Kinds of the fields that the page shows: names of elements, for `input` its type. */
  readonly fields: ReadonlySet<string>
  readonly title: string
  /** What a reader sees, `noscript` included: walls speak there. */
  readonly text: string
}

export interface Vendor {
  /** For people: who walls, and how. */
  readonly by: string
  /** Holds whatever the body says. */
  readonly header?: (answer: Appearance) => boolean
  /** In tags or scripts. Scripts that vendors put on ordinary pages (sensors, beacons) must not match. */
  readonly markup?: RegExp
  /** In title or text. */
  readonly words?: RegExp
  /** Words count only below so many visible characters; default 600. */
  readonly belowChars?: number
}

const refuses = ({ status }: Appearance) => status === 403 || status === 429 || status === 405 || status === 401

export const vendors: readonly Vendor[] = [
  {
    by: 'Cloudflare challenge',
    header: ({ headers }) => /challenge/.test(headers['cf-mitigated'] ?? ''),
    // Ordinary pages carry `challenge-platform/scripts/jsd`: that one is a beacon.
    markup:
      /_cf_chl_opt|challenge-platform\/h\/\w\/orchestrate|cf-browser-verification|__cf_chl_(?:tk|f_tk|managed|rt)/,
    words: /attention required! \| cloudflare|sorry, you have been blocked.*cloudflare/is,
    belowChars: 1500,
  },
  {
    by: 'DataDome captcha',
    header: (answer) => answer.headers['x-datadome'] !== undefined && refuses(answer),
    markup: /(?:geo|ct|interstitial)\.captcha-delivery\.com/,
  },
  {
    by: 'AWS WAF challenge',
    header: ({ headers }) => /^(?:challenge|captcha)/i.test(headers['x-amzn-waf-action'] ?? ''),
    markup: /window\.gokuProps|awsWafCookieDomainList|AwsWafIntegration\.(?:checkForceRefresh|forceRefreshToken)/,
  },
  {
    by: 'Akamai',
    header: ({ headers, status, text }) =>
      /akamaighost/i.test(headers.server ?? '') && status === 403 && text.length < 1500,
    markup: /sec-if-cpt-container|\/_sec\/cp_challenge\/|\bbm-verify=/,
    words: /access denied.*(?:errors\.edgesuite\.net|reference\s*#\s*[0-9a-f]+\.[0-9a-f]+\.\d+)/is,
    belowChars: 1000,
  },
  {
    by: 'HUMAN (PerimeterX) captcha',
    markup:
      /id=["']?px-captcha|captcha\.px-cdn\.net|captcha\.perimeterx\.net|\/px\/captcha\/|px-captcha-(?:wrapper|container)/,
    words:
      /press\s*(?:&|and)\s*hold.{0,120}(?:human|robot|bot)\b|(?:human|robot|bot)\b.{0,200}press\s*(?:&|and)\s*hold/is,
  },
  {
    by: 'Imperva (Incapsula)',
    header: (answer) => answer.headers['x-iinfo'] !== undefined && refuses(answer) && answer.text.length < 1500,
    // The resource alone is a sensor that ordinary pages carry; a frame of it is the wall.
    markup: /<iframe[^<>]{1,500}_Incapsula_Resource/,
    words: /incapsula incident id|pardon our interruption/i,
    belowChars: 1500,
  },
  {
    by: 'Sucuri firewall',
    header: (answer) => answer.headers['x-sucuri-block'] !== undefined,
    markup: /sucuri_cloudproxy_js/,
    words: /sucuri website firewall.*(?:access denied|block)|access denied.*sucuri website firewall/is,
    belowChars: 1500,
  },
  {
    by: 'DDoS-Guard',
    header: (answer) => /^ddos-guard/i.test(answer.headers.server ?? '') && refuses(answer) && answer.text.length < 600,
    markup: /check\.ddos-guard\.net|\/\.well-known\/ddos-guard\/(?:check|js-challenge|mark)/,
    words: /^ddos-guard\b|protected by ddos-guard/i,
  },
  {
    by: 'Vercel security checkpoint',
    header: ({ headers }) => /challenge|deny/.test(headers['x-vercel-mitigated'] ?? ''),
    markup: /\/\.well-known\/vercel\/security\//,
    words: /vercel security checkpoint/i,
  },
  {
    by: 'Kasada',
    header: (answer) => answer.headers['x-kpsdk-ct'] !== undefined && refuses(answer),
    markup: /window\.KPSDK\s*=|\/149e9513-01fa-4fb0-aad4-566afd725d1b\//,
    belowChars: 200,
  },
  {
    by: 'F5 (Shape)',
    markup: /\/TSPD\/|bobcmn\s*=/,
    words: /request(?:ed url was| )rejected.{0,200}support id|support id is:?\s*<?\d{6,}/is,
  },
  { by: 'Reblaze', markup: /window\.rbzns\s*=|\brbzns\s*\.\s*(?:challdomain|seed)/, belowChars: 300 },
  { by: 'Radware captcha', markup: /(?:validate|captcha)\.perfdrive\.com/, words: /radware (?:captcha|bot manager)/i },
  { by: 'Anubis challenge', markup: /id=["']?anubis_challenge|\.within\.website\/x\/cmd\/anubis/ },
  {
    by: 'Wordfence',
    words: /your access to this site has been (?:temporarily )?limited.*wordfence/is,
    belowChars: 1500,
  },
  { by: 'SiteGround captcha', markup: /\/\.well-known\/sgcaptcha\// },
  { by: 'Imunify360', words: /imunify360.{0,80}(?:bot-protection|denied)|access.{0,40}denied by imunify360/is },
  { by: 'Alibaba Cloud WAF', markup: /_____tmd_____|acw_sc__v2|aliyun_waf_/ },
  { by: 'Baidu verification', markup: /wappass\.baidu\.com\/static\/captcha/, words: /百度安全验证/ },
  { by: 'Yandex SmartCaptcha', markup: /action=["']?\/checkcaptcha/, words: /are you not a robot\?/i },
  { by: 'Amazon captcha', markup: /action=["']?\/errors\/validateCaptcha|opfcaptcha\.amazon/ },
  {
    by: 'Google "unusual traffic" captcha',
    words: /(?:detected )?unusual traffic (?:from|coming from) your computer network/i,
    belowChars: 1500,
  },
]

// Guesses the charset of text that names none and is no UTF-8: the one in which it holds the most letters and signs that are
// common in some language.

interface Candidate {
  readonly charset: string
  /** Share of these among the characters beyond ASCII… */
  readonly common: RegExp
  /** …that ordinary text in the languages of this charset has. */
  readonly expectedShare: number
  /** What ordinary text has none of; each takes the weight of two common ones away. */
  readonly odd: RegExp
}

const NEVER = /\ufffd|[\u0080-\u009f\ue000-\uf8ff]/gu
/** Letters of these scripts stand alone between ASCII letters; long runs are another script read wrongly. */
const LONG_RUN = /[^\0-\x7f\ufffd“”„«»’–—…\u00a0]{4,}/gu
const SIGNS = '“”„«»’‘–—…€©®°·№\u00a0'

const HAN_SIMPLIFIED =
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话'
const HAN_TRADITIONAL =
  '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話'
const HANGUL = '이다는의에을가고하지도은기사를한로서아리어인자시대나일그과들수있라해정보제부원으전상주스와장공동게만'

/** Capitals within words, or letters of two scripts in one. */
const MIXED_WORD = /\p{Ll}\p{Lu}|[a-z](?:\p{sc=Cyrillic}|\p{sc=Greek})|(?:\p{sc=Cyrillic}|\p{sc=Greek})[a-z]/gu

const CANDIDATES: readonly Candidate[] = [
  {
    charset: 'windows-1252',
    common: latin('éèàùâêîôûçëïüöäßñáíóúãõåæøœìòÉÀÄÖÜÇ¡¿ªº£½'),
    expectedShare: 1,
    odd: LONG_RUN,
  },
  {
    charset: 'windows-1250',
    common: latin('ąćęłńóśźżáčďéěíňřšťúůýžőűöüäôĺľŕăâîşţđŁŚŻŠČŘŽ'),
    expectedShare: 1,
    odd: LONG_RUN,
  },
  { charset: 'windows-1254', common: latin('çğıöşüâîûÇĞİÖŞÜ'), expectedShare: 1, odd: LONG_RUN },
  // Before Cyrillic, which holds all of its letters.
  { charset: 'windows-1255', common: any(`א-ת${SIGNS}`), expectedShare: 0.95, odd: NEVER },
  { charset: 'windows-1251', common: any(`а-яёіїєґ${SIGNS}`), expectedShare: 0.9, odd: MIXED_WORD },
  { charset: 'koi8-r', common: any(`а-яё${SIGNS}`), expectedShare: 0.9, odd: MIXED_WORD },
  { charset: 'windows-1253', common: any(`α-ωάέήίόύώ${SIGNS}`), expectedShare: 0.9, odd: MIXED_WORD },
  {
    charset: 'windows-1256',
    common: any(`ا-غف-يئءآأإة،؟${SIGNS}`),
    expectedShare: 0.95,
    odd: /\p{Script=Latin}{3,}/gu,
  },
  { charset: 'windows-874', common: any(`ก-ฮะ-ูเ-์${SIGNS}`), expectedShare: 0.95, odd: NEVER },
  { charset: 'shift_jis', common: any('ぁ-んァ-ヶー、。'), expectedShare: 0.45, odd: /[｡-ﾟ]/gu },
  { charset: 'euc-jp', common: any('ぁ-んァ-ヶー、。'), expectedShare: 0.45, odd: NEVER },
  { charset: 'gb18030', common: any(`${HAN_SIMPLIFIED}，。、`), expectedShare: 0.35, odd: /[ぁ-んァ-ヶ]/gu },
  { charset: 'big5', common: any(`${HAN_TRADITIONAL}，。、`), expectedShare: 0.35, odd: /[ぁ-んァ-ヶ]/gu },
  { charset: 'euc-kr', common: any(HANGUL), expectedShare: 0.4, odd: /[ぁ-んァ-ヶ]/gu },
]

/** Of text that is mostly ASCII this much is looked at; of other text a fraction of it tells. */
const SAMPLE_BYTES = 65_536
const LEAST_SCORE = 0.3

/** Name of a charset, for TextDecoder. Where nothing speaks for any, `windows-1252`. */
export function guessCharset(bytes: Uint8Array): string {
  const sample = bytesBeyondAscii(bytes)
  let best = { charset: 'windows-1252', score: LEAST_SCORE }
  for (const candidate of CANDIDATES) {
    const score = scoreOf(candidate, sample)
    if (score > best.score) best = { charset: candidate.charset, score }
  }
  return best.charset
}

/** Lines that hold more than ASCII, up to the size of a sample. */
function bytesBeyondAscii(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, SAMPLE_BYTES))
  let length = 0
  for (let start = 0; start < bytes.length && length < sample.length; ) {
    const lineEnd = bytes.indexOf(0x0a, start)
    const end = lineEnd < 0 ? bytes.length : lineEnd + 1
    const line = bytes.subarray(start, Math.min(end, start + sample.length - length))
    if (line.some((byte) => byte > 0x7f)) {
      sample.set(line, length)
      length += line.length
    }
    start = end
  }
  return sample.subarray(0, length)
}

function scoreOf({ charset, common, expectedShare, odd }: Candidate, sample: Uint8Array): number {
  const text = new TextDecoder(charset).decode(sample, { stream: true })
  const beyondAscii = text.match(/[^\0-\x7f]/gu)?.length ?? 0
  if (beyondAscii === 0) return 0
  const count = (characters: RegExp): number =>
    (text.match(characters) ?? []).reduce((sum, found) => sum + found.length, 0)
  const share = (count(common) - 2 * count(odd) - 4 * count(NEVER)) / beyondAscii
  return Math.min(1, share / expectedShare)
}

function any(characters: string): RegExp {
  return new RegExp(`[${characters}]`, 'gu')
}

function latin(letters: string): RegExp {
  return any(letters + SIGNS)
}

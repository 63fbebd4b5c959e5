import { describe, expect, it } from 'vitest'
import { decodePage } from './decode.ts'

/** Bytes of a text in any charset: the decoder's own table, turned round. */
function encode(text: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return new TextEncoder().encode(text)
  const table = tableOf(charset)
  return Uint8Array.from([...text].flatMap((character) => table.get(character) ?? missing(character, charset)))
}

function missing(character: string, charset: string): never {
  throw new Error(`${charset} has no ${character}`)
}

const tables = new Map<string, Map<string, number[]>>()

function tableOf(charset: string): Map<string, number[]> {
  const known = tables.get(charset)
  if (known) return known
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(charset, { fatal: true })
  const add = (bytes: number[]): void => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes)
    } catch {
      // No character.
    }
  }
  for (let byte = 0; byte < 256; byte++) add([byte])
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail])
  tables.set(charset, table)
  return table
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

const GERMAN = '<p>Die Gäste saßen über dem Fluß und aßen Brötchen mit Käse.</p>'

describe('what names the charset', () => {
  it.each([
    ['the header', 'text/html; charset=windows-1251', '<p>Привет</p>', 'windows-1251'],
    ['the header in quotes', 'text/html; charset="Shift_JIS"', '<p>日本</p>', 'shift_jis'],
    ['meta', 'text/html', '<meta charset=windows-1251><p>Привет</p>', 'windows-1251'],
    [
      'meta http-equiv',
      undefined,
      `<meta content='text/html; charset=gbk' http-equiv='Content-Type'><p>中文</p>`,
      'gbk',
    ],
    ['an XML declaration', undefined, '<?xml version="1.0" encoding="euc-jp"?><p>日本語</p>', 'euc-jp'],
    ['the header against meta', 'text/html; charset=utf-8', '<meta charset=windows-1252><p>é</p>', 'utf-8'],
    ['meta after a long comment', undefined, `<!--${'x'.repeat(2000)}--><meta charset=big5><p>中文</p>`, 'big5'],
    ['meta, for a charset with escapes alone', undefined, '<meta charset=windows-1252><p>é</p>', 'windows-1252'],
  ])('%s', (_name, contentType, html, charset) => {
    expect(decodePage(encode(html, charset), contentType)).toBe(html)
  })

  it.each([
    ['a meta in a comment', '<!-- <meta charset=windows-1251> --><p>é</p>'],
    ['a meta beyond the first 4 KB', `${' '.repeat(4100)}<meta charset=windows-1251><p>é</p>`],
    ['a meta that names UTF-16', '<meta charset=utf-16><p>é</p>'],
    ['a meta that contradicts sound UTF-8', '<meta charset=windows-1252><p>é</p>'],
    ['a meta of two bytes that contradicts sound UTF-8 of three', '<meta charset=gbk><p>中文</p>'],
    ['a label that nobody knows', '<meta charset=klingon><p>é</p>'],
    ['a word in content', '<meta name=description content="charset=windows-1251"><p>é</p>'],
  ])('%s does not', (_name, html) => {
    expect(decodePage(encode(html, 'utf-8'), 'text/html')).toBe(html)
  })

  it('is a byte order mark before all, which is no text', () => {
    const html = '<meta charset=windows-1251><p>é</p>'
    expect(decodePage(joined(Uint8Array.of(0xef, 0xbb, 0xbf), encode(html, 'utf-8')), 'text/html; charset=gbk')).toBe(
      html,
    )
    const wide = Uint8Array.from([...'<p>é</p>'].flatMap((character) => [character.charCodeAt(0), 0]))
    expect(decodePage(joined(Uint8Array.of(0xff, 0xfe), wide), undefined)).toBe('<p>é</p>')
    expect(decodePage(wide, 'text/html; charset=utf-16')).toBe('<p>é</p>')
  })

  it('is the page where a server calls everything ISO-8859-1', () => {
    const html = '<meta charset=utf-8><p>é</p>'
    expect(decodePage(encode(html, 'utf-8'), 'text/html; charset=ISO-8859-1')).toBe(html)
  })

  it.each([
    ['at the end, where UTF-8 might be cut', 'text/html; charset=iso-8859-1', 'caf\xe9', 'café'],
    ['at the end, without a label', undefined, 'caf\xe9', 'café'],
    ['with a label of nobody', 'text/html; charset=x-user-defined', '<p>\xe9</p>', '<p>é</p>'],
    ['with such a meta', undefined, '<meta charset=x-user-defined>\xe9.', '<meta charset=x-user-defined>é.'],
  ])('is one byte a letter %s', (_name, contentType, latin, expected) => {
    const bytes = Uint8Array.from(latin, (character) => character.charCodeAt(0))
    expect(decodePage(bytes, contentType)).toBe(expected)
  })

  it('is not escaped Japanese that has no escapes', () => {
    const html = '<meta charset=iso-2022-jp><p>日本</p>'
    expect(decodePage(encode(html, 'utf-8'), undefined)).toBe(html)
    expect(decodePage(encode(html, 'utf-8'), 'text/html; charset=iso-2022-jp')).toBe(html)
  })

  it('is a multi-byte label for two bytes that happen to be UTF-8', () => {
    const html = '<meta charset=gbk><p>联通</p>'
    expect(decodePage(encode(html, 'gbk'), undefined)).toBe(html)
  })
})

describe('a page without label', () => {
  it.each([
    ['utf-8', '<p>Grüße, 日本, 🙂</p>'],
    ['windows-1252', GERMAN],
    ['windows-1252', '<p>L’été dernier, à la plage, nous avons mangé des crêpes — c’était très bon.</p>'],
    ['windows-1252', '<p>¿Dónde está el niño? Mañana comerá piña y beberá café con azúcar.</p>'],
    ['windows-1250', '<p>Zażółć gęślą jaźń. Następnie wszyscy poszliśmy do łąki, gdzie było ciepło.</p>'],
    ['windows-1250', '<p>Příliš žluťoučký kůň úpěl ďábelské ódy, řekl Jiří.</p>'],
    ['windows-1254', '<p>Bugün hava çok güzel, dışarı çıkıp yürüyüş yapacağız. Şimdi değil, öğleden sonra.</p>'],
    ['windows-1251', '<p>Сегодня хорошая погода, и мы пойдём гулять в парк вместе с друзьями.</p>'],
    ['koi8-r', '<p>Сегодня хорошая погода, и мы пойдём гулять в парк вместе с друзьями.</p>'],
    ['windows-1253', '<p>Σήμερα ο καιρός είναι καλός και θα πάμε βόλτα στο πάρκο.</p>'],
    ['windows-1255', '<p>היום מזג האוויר נעים ואנחנו הולכים לטייל בפארק.</p>'],
    ['windows-1256', '<p>الطقس اليوم جميل وسوف نذهب في نزهة إلى الحديقة.</p>'],
    ['windows-874', '<p>วันนี้อากาศดีมากเราจะไปเดินเล่นที่สวนสาธารณะ</p>'],
    ['shift_jis', '<p>今日はとても天気がいいので、友だちと公園へ散歩に行きます。</p>'],
    ['euc-jp', '<p>今日はとても天気がいいので、友だちと公園へ散歩に行きます。</p>'],
    ['gbk', '<p>今天天气很好,我们一起去公园散步,看到了很多人在那里休息。</p>'],
    ['big5', '<p>今天天氣很好,我們一起去公園散步,看到了很多人在那裡休息。</p>'],
    ['euc-kr', '<p>오늘은 날씨가 매우 좋아서 친구들과 함께 공원에 산책하러 갑니다.</p>'],
  ])('is read by its letters: %s %s', (charset, html) => {
    expect(decodePage(encode(html, charset), 'text/html')).toBe(html)
  })

  it('is UTF-8 although its last character is cut', () => {
    const bytes = encode('<p>Grüße 日本', 'utf-8')
    expect(decodePage(bytes.subarray(0, bytes.length - 1), undefined)).toBe('<p>Grüße 日')
  })

  it('is UTF-8 although a few bytes are broken', () => {
    const bytes = joined(encode('é日本語'.repeat(20), 'utf-8'), Uint8Array.of(0xff), encode('é', 'utf-8'))
    expect(decodePage(bytes, undefined)).toBe(`${'é日本語'.repeat(20)}\ufffdé`)
  })

  it('is not UTF-8 because its label says so', () => {
    const bytes = encode(`<meta charset=utf-8>${GERMAN}`, 'windows-1252')
    expect(decodePage(bytes, 'text/html; charset=utf-8')).toContain('Gäste saßen')
  })

  it('is ISO-2022-JP by its escapes', () => {
    const bytes = joined(
      encode('<p>', 'utf-8'),
      Uint8Array.of(0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42),
    )
    expect(decodePage(bytes, undefined)).toBe('<p>日本')
  })

  it('is windows-1252 when nothing tells', () => {
    expect(decodePage(Uint8Array.of(0x61, 0xa9), undefined)).toBe('a©')
    expect(decodePage(new Uint8Array(), undefined)).toBe('')
  })
})

import type { FontNeed } from '@kiosk/browser'

/** What a font is needed for, in words. */
export const fontNames: Readonly<Record<FontNeed, string>> = {
  latin: 'Latin text',
  cjk: 'Chinese, Japanese and Korean',
  emoji: 'emoji',
}

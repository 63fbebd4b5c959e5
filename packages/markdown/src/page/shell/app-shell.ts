// Tells a page that a script is to fill from a page that is there.
import type { Element, PageTree } from '../../tree/node.ts'
import { elementsOf, visibleText } from '../visible-text.ts'

/** A page with more visible characters has something to say. */
const SHELL_TEXT_CHARS = 200

/** What a mount point may show before it is filled: a spinner's word, a name. */
const EMPTY_MOUNT_CHARS = 40

/** Ids that frameworks mount on. */
const MOUNT_ID =
  /^(?:root|app|app-?root|react-?root|react-?app|main-?app|__next|__nuxt|__layout|___gatsby|svelte|ember-application|application|mount|spa-?root|vue-?app|q-app|single-spa-application.*)$/i

/** Elements that are mounts by their name. */
const MOUNT_TAG = /^(?:app|app-[\w-]+|[\w-]+-app|ng-app|router-outlet)$/

const WANTS_SCRIPTS = [
  /java\s?script(?!\p{L}).{0,80}(?<!\p{L})(?:enable|activ|required|needed|disabled|turn(?:ed)? on|switch|aktiv|einschalt|habilit|attiv|ativ|inschakel|włącz|включ|necess|requis|benötig|erforder)/isu,
  /(?<!\p{L})(?:enable|activ|requires?|needs?|without|turn on|aktivier|habilit|active[zr]|attiva|ative|inschakel|włącz|включите|werkt niet zonder|doesn't work)\p{L}*.{0,80}(?<!\p{L})java\s?script/isu,
  /java\s?script\s?(?:を有効|が無効|が必要)|(?:启用|啟用|开启|开启您的|请开启|請開啟|打开)\s?java\s?script|자바스크립트를?\s?(?:활성|사용)|javascript를?\s?(?:활성|사용)/i,
]

/** Scripts and attributes that only pages bear which a framework fills. */
const FRAMEWORK =
  /\bng-version=|\bng-app=|\bdata-reactroot\b|\/_next\/static\/|\/_nuxt\/|\/static\/js\/(?:main|bundle|runtime)[\w.~-]*\.js|__webpack_require__|webpackJsonp|webpackChunk|\bid=["']?__NEXT_DATA__|window\.__NUXT__|type=["']?module["']?[^<>]{0,300}\bsrc=|\bsrc=[^<>]{0,300}type=["']?module\b|\bflutter_bootstrap\.js|\bmain\.dart\.js|blazor\.web(?:assembly)?\.js|\/polyfills[\w.-]*\.js|\bgatsby-/i

const LOADING =
  /^[^\p{L}]*(?:loading|please wait|wird geladen|lädt|laden|bitte warten|chargement|cargando|carregando|caricamento|bezig met laden|ładowanie|загрузка|yükleniyor|読み込み中|加载中|載入中|로딩)/iu

const LOADING_CHARS = 40

/** Scripts that are announced before anything loads them. */
const ANNOUNCED_SCRIPT = /<link\b[^<>]{0,500}\b(?:modulepreload|as=["']?script)\b/i

/** True when scripts are to build the content and nothing is there yet.
 * @param markupOfPage gives what `markupOf` gives; asked only of pages with little text */
export function isAppShell({ head, body }: PageTree, markupOfPage: () => string): boolean {
  const text = visibleText(body, SHELL_TEXT_CHARS + 1)
  if (text.length >= SHELL_TEXT_CHARS) return false
  const markup = markupOfPage()
  if (head.scripts.count === 0 && !ANNOUNCED_SCRIPT.test(markup)) return false
  if (text === '' || saysLoading(text)) return true
  if (wantsScripts(head.noscript)) return true
  return hasEmptyMount(body) || (text.length < EMPTY_MOUNT_CHARS && FRAMEWORK.test(markup))
}

function saysLoading(text: string): boolean {
  return text.length < LOADING_CHARS && LOADING.test(text)
}

function wantsScripts(noscript: string): boolean {
  return WANTS_SCRIPTS.some((words) => words.test(noscript.slice(0, 5000)))
}

/** True when there are mount points, and each is as good as empty. */
function hasEmptyMount(body: Element): boolean {
  let found = false
  for (const element of elementsOf(body)) {
    if (!MOUNT_TAG.test(element.tag) && !MOUNT_ID.test(element.attributes.id ?? '')) continue
    const text = visibleText(element, EMPTY_MOUNT_CHARS + 1)
    if (text.length >= EMPTY_MOUNT_CHARS) return false
    found = true
  }
  return found
}

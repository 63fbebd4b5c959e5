// Scripts that run in a page, so they are texts: nothing of this process is there.

/** True when fonts and images are here and nothing is lazy. */
export const nothingPending = `document.fonts.status === 'loaded'
  && document.querySelector('[loading="lazy"]') === null
  && [...document.images].every((image) => image.complete)`

/** (limitMs): waits for fonts that are under way. */
export const awaitFonts = `async (limitMs) => {
  if (document.fonts.status === 'loaded') return
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, limitMs))])
}`

/** ({ sweepMs, imagesMs, fontsMs }, awaitFonts): asks for what is lazy, goes down view by view, and comes back to the top. */
export const revealAll = `async ({ sweepMs, imagesMs, fontsMs }, awaitFonts) => {
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const frame = () => Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), wait(100)])
  const scroll = (top) => window.scrollTo({ top, left: 0, behavior: 'instant' })
  for (const lazy of document.querySelectorAll('[loading="lazy"]')) lazy.loading = 'eager'
  const root = document.scrollingElement ?? document.documentElement
  const endsMs = performance.now() + sweepMs
  for (let top = 0; sweepMs > 0 && top < root.scrollHeight && performance.now() < endsMs; top += window.innerHeight) {
    scroll(top)
    await frame()
    await frame()
  }
  const pending = [...document.images].filter((image) => !image.complete)
  const loaded = pending.map((image) => new Promise((resolve) => {
    image.addEventListener('load', resolve, { once: true })
    image.addEventListener('error', resolve, { once: true })
  }))
  await Promise.race([Promise.all(loaded), wait(imagesMs)])
  await awaitFonts(fontsMs)
  if (sweepMs === 0) return
  scroll(0)
  await frame()
  await frame()
}`

/** What is fixed to the lower edge of the view would lie across the middle of a picture of the whole document. */
export const lowerFixed = `() => {
  const view = window.innerHeight
  const way = (document.scrollingElement ?? document.documentElement).scrollHeight - view
  if (way <= 0) return
  const all = document.body?.getElementsByTagName('*') ?? []
  for (let index = 0; index < Math.min(all.length, 20000); index += 1) {
    const style = getComputedStyle(all[index])
    if (style.position !== 'fixed' || style.display === 'none') continue
    const { top, bottom, height } = all[index].getBoundingClientRect()
    if (height === 0 || top < view / 2 || bottom < view - 40) continue
    all[index].style.setProperty('transition', 'none', 'important')
    all[index].style.setProperty('translate', '0 ' + way + 'px', 'important')
  }
}`

// The list of places beside a page.
import { type Html, html } from './html.ts'

export interface Place {
  /** `#id` of this page, or the path of another one. */
  readonly address: string
  readonly name: string
  readonly isHere?: boolean
}

export interface Places {
  readonly title: string
  readonly places: readonly Place[]
}

export function contentsList(groups: readonly Places[]): Html {
  return html`<nav class="contents" aria-label="Contents">${groups.map(groupHtml)}</nav>`
}

function groupHtml({ title, places }: Places): Html {
  const items = places.map(({ address, name, isHere }) =>
    isHere === true
      ? html`<li><a href="${address}" aria-current="page">${name}</a></li>`
      : html`<li><a href="${address}">${name}</a></li>`,
  )
  return html`<h2>${title}</h2><ul>${items}</ul>`
}

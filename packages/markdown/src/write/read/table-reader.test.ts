import { expect, it } from 'vitest'
import { parsePage } from '../../tree/parse.ts'
import { writeMarkdown } from '../write.ts'

const write = (html: string): string =>
  writeMarkdown(parsePage(html), null, {
    baseUrl: 'https://site.test/',
    includeLinks: true,
    includeImages: true,
  }).markdown

it('takes a heading that is all of its cell for the head of a column', () => {
  const cells = '<tr><td> <h3>Boat</h3> <td><h3>Sails</h3><tr><td>Tern<td>two'
  expect(write(`<table>${cells}</table>`)).toBe('| Boat | Sails |\n| --- | --- |\n| Tern | two |')
})

it('takes a heading above text for a part of a page', () => {
  expect(write('<table><tr><td><h3>Boat</h3>Tern<td>two</table>')).toBe('### Boat\n\nTern\n\ntwo')
})

it('does not take the indents of the source for text', () => {
  const wide = `<div>\n${' '.repeat(700)}9.5</div>`
  expect(write(`<table><tr><td>Score<td>${wide}</table>`)).toBe('| Score | 9.5 |\n| --- | --- |')
})

it('takes cells of long blocks for parts of a page', () => {
  const long = 'words and '.repeat(70).trim()
  expect(write(`<table><tr><td>menu<td><p>${long}</p></table>`)).toBe(`menu\n\n${long}`)
})

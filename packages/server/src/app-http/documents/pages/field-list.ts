// The fields of a JSON Schema on a page.
import { choiceSentence, type FieldRow, fieldRows, type JsonSchema } from '@kiosk/catalog'
import { type Html, html, inlineCode } from './html.ts'

export function inputFields(schema: JsonSchema): Html {
  const rows = fieldRows(schema, 'input')
  if (rows.length === 0) return html`<p>An empty object: <code>{}</code>.</p>`
  const choice = choiceSentence(schema)
  return html`${choice === '' ? null : html`<p>${inlineCode(choice)}</p>`}${fieldList(rows)}`
}

export function outputFields(schema: JsonSchema): Html {
  return fieldList(fieldRows(schema, 'output'))
}

function fieldList(rows: readonly FieldRow[]): Html {
  return html`<dl class="fields">${rows.map(fieldHtml)}</dl>`
}

function fieldHtml({ path, type, rules, description }: FieldRow): Html {
  const said = rules.map((rule) =>
    rule === 'required' ? html`, <span class="must">required</span>` : html`, ${inlineCode(rule)}`,
  )
  const about = description === '' ? null : html`<dd>${inlineCode(description)}</dd>`
  return html`<div><dt><code>${path}</code></dt><dd class="rules">${inlineCode(type)}${said}</dd>${about}</div>
`
}

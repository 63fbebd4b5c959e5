import type { SQLOutputValue } from 'node:sqlite'
import type { Organization } from '@kiosk/engine'
import type { OrganizationRecord } from '../../directory.ts'

export type Row = Record<string, SQLOutputValue>

/** Columns of an organization, for a query over `organizations o`. */
export const organizationColumns = `o.id AS organization_id, o.name AS organization_name, o.slug, o.plan, o.quota_override, o.expires_at, o.created_at AS organization_created_at,
  (SELECT json_group_array(w.operation ORDER BY w.operation) FROM withheld_operations w WHERE w.organization = o.id) AS withheld`

export function organizationOf(row: Row): Organization {
  return {
    id: String(row.organization_id),
    name: String(row.organization_name),
    slug: String(row.slug),
    plan: String(row.plan),
    quotaOverride: row.quota_override === null ? null : Number(row.quota_override),
    withheld: parseNames(String(row.withheld)),
    expiresAt: row.expires_at === null ? null : String(row.expires_at),
  }
}

export function organizationRecordOf(row: Row): OrganizationRecord {
  return { ...organizationOf(row), createdAt: new Date(Number(row.organization_created_at)).toISOString() }
}

/** A JSON list that SQLite itself made of a text column. */
function parseNames(json: string): string[] {
  const names: unknown = JSON.parse(json)
  return Array.isArray(names) ? names.map(String) : []
}

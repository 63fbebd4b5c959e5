// What independent judges say of an OpenAPI document: the linter with the rules that its users have, and the parser of most tools.
import SwaggerParser from '@apidevtools/swagger-parser'
import { createConfig, lintFromString } from '@redocly/openapi-core'

/** One line a fault, warnings included; empty when there is none. @param source JSON */
export async function openApiFaults(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const linted = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  const lines = linted.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)
  return [...lines, ...(await parserFaults(source))]
}

async function parserFaults(source: string): Promise<string[]> {
  try {
    // It changes what it is given.
    await SwaggerParser.validate(JSON.parse(source))
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

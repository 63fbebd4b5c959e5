import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Instance } from '../../api/schemas.ts'
import { type FirstCall, firstCall } from '../../data/first-call.ts'
import { catalogQuery, instanceQuery } from '../../data/queries.ts'
import { curlSample, typescriptSample } from '../../parts/code/samples.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type ClientConfig, hostedConfigs, KEY_PLACE, localConfigs } from './client-configs.ts'
import { offered } from './offered.ts'

export function ConnectPage() {
  const { data, error, isFetching, refetch } = useQuery(instanceQuery)
  const catalog = useQuery(catalogQuery)
  return (
    <>
      <PageHeader title="Connect" description="The ways into this installation, with its own addresses filled in." />
      {data ? (
        <Ways instance={data} call={firstCall(catalog.data)} />
      ) : (
        <Card flush>
          {error ? (
            <ErrorState
              error={error}
              title="The addresses could not be loaded"
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonLines lines={8} label="Loading the addresses" />
          )}
        </Card>
      )}
    </>
  )
}

function Ways({ instance, call }: { readonly instance: Instance; readonly call: FirstCall }) {
  const { baseUrl, appUrl } = instance
  const curl = curlSample({ slug: call.slug, baseUrl, body: call.input, isAccountAction: false })
  return (
    <div className="space-y-5">
      <Way title="curl and any HTTP client" isOffered={offered.curl}>
        <p className="mb-3 text-muted">
          Each operation is one POST to <code className="font-mono wrap-anywhere">{baseUrl}/&lt;slug&gt;</code> with a
          key in the header <code className="font-mono">x-api-key</code>. Keys are made under{' '}
          <Link to="/keys" className="link">
            API keys
          </Link>
          ; browsers may call as well, but a key in a page is public.
        </p>
        <CodeBlock code={`export KIOSK_API_KEY=${KEY_PLACE}\n${curl}`} label="A call with curl" />
        <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
          <a href="/docs" className="link">
            API reference
          </a>
          <a href="/api/openapi.json" className="link">
            OpenAPI 3.0 document
          </a>
          <a href="/llms.txt" className="link">
            llms.txt
          </a>
        </p>
      </Way>
      <Way title="Command line" isOffered={offered.cli}>
        <p className="mb-3 text-muted">
          In a checkout of Kiosk. It reads files with @, and writes pictures and PDFs with --out.
        </p>
        <CodeBlock code={cliSample(baseUrl, call)} label="A call with the command line" />
      </Way>
      <Way title="MCP, local" isOffered={offered.localMcp}>
        <p className="mb-3 text-muted">
          A server that your client starts on your machine, from a checkout of Kiosk; it calls this gateway with a key.
        </p>
        <Clients label="Client of the local server" configs={localConfigs(baseUrl)} />
      </Way>
      <Way title="MCP, hosted" isOffered={offered.hostedMcp}>
        <p className="mb-3 text-muted">
          An endpoint at <code className="font-mono wrap-anywhere">{appUrl}/mcp</code>: the client signs in by itself,
          no key is needed.
        </p>
        <Clients label="Client of the hosted endpoint" configs={hostedConfigs(appUrl)} />
      </Way>
      <Way title="TypeScript SDK" isOffered={offered.sdk}>
        <p className="mb-3 text-muted">
          A typed client for every operation, with retries that never bill twice. A checkout of Kiosk builds the
          package: <code className="font-mono">script/package sdk</code>.
        </p>
        <CodeBlock
          code={typescriptSample({ slug: call.slug, baseUrl, body: call.input })}
          label="A call with the SDK"
        />
      </Way>
    </div>
  )
}

function cliSample(baseUrl: string, { slug, input }: FirstCall): string {
  return `export KIOSK_BASE_URL=${baseUrl}
export KIOSK_API_KEY=${KEY_PLACE}
npx kiosk call ${slug} '${JSON.stringify(input).replaceAll("'", `'\\''`)}'`
}

interface WayProps {
  readonly title: string
  readonly isOffered: boolean
  readonly children: ReactNode
}

function Way({ title, isOffered, children }: WayProps) {
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          {title}
          {!isOffered && <Badge tone="warn">coming</Badge>}
        </span>
      }
      {...(!isOffered && {
        description:
          'This installation does not have it yet. Below is how it will be set up; nothing answers there today.',
      })}
    >
      {children}
    </Card>
  )
}

function Clients({ label, configs }: { readonly label: string; readonly configs: readonly ClientConfig[] }) {
  const tabs = configs.map(({ id, title, place, code }) => ({
    id,
    label: title,
    content: (
      <>
        <p className="mb-2 text-[13px] text-muted">{place}</p>
        <CodeBlock code={code} label={`${label}: ${title}`} />
      </>
    ),
  }))
  return <Tabs label={label} tabs={tabs} />
}

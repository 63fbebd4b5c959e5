// The yardstick: Fastify as it comes, echoing a JSON body.
import Fastify from 'fastify'
import { reportToParent } from './report-to-parent.ts'

const app = Fastify()
app.post('/echo', async (request) => request.body)
await app.listen({ host: '127.0.0.1', port: 0 })
reportToParent(app.server)

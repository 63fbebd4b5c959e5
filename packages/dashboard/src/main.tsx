import './zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, askAhead } from './app.tsx'
import { restoreOrganization } from './data/organization-choice.ts'
import { applyTheme } from './data/theme.ts'

applyTheme()
restoreOrganization()
askAhead()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element with the id root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)

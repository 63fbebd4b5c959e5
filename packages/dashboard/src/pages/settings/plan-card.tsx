import { formatNumber } from '../../data/format.ts'
import { useMe } from '../../data/me.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from './facts.tsx'

export function PlanCard() {
  const { plan } = useMe().organization
  return (
    <Card title="Plan" description="Shared by all keys and members. The operator of this installation changes it.">
      <Facts
        facts={[
          [
            'Plan',
            <Badge key="plan" tone="accent">
              {plan.name}
            </Badge>,
          ],
          ['Units a month', plan.quota === null ? 'Unlimited' : formatNumber(plan.quota)],
          ['Requests a second', plan.requestsPerSecond === null ? 'Unlimited' : formatNumber(plan.requestsPerSecond)],
          ['Notices', 'At 50, 80 and 100 % of the units'],
        ]}
      />
    </Card>
  )
}

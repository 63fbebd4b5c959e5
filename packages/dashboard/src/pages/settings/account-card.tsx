import { api } from '../../api/client.ts'
import { formatDay } from '../../data/format.ts'
import { useMe } from '../../data/me.ts'
import { newAccount } from '../../forms/account-rules.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from './facts.tsx'
import { NameForm } from './name-form.tsx'

export function AccountCard() {
  const { user } = useMe()
  return (
    <Card title="Your account">
      <div className="space-y-4">
        <NameForm name={user.name} schema={newAccount.pick({ name: true })} submit={api.changeOwnName} />
        <Facts
          facts={[
            ['E-mail', user.email],
            ['Since', formatDay(user.createdAt)],
          ]}
        />
      </div>
    </Card>
  )
}

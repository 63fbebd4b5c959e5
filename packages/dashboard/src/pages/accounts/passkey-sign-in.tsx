import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { askForPasskey } from '../../data/passkeys.ts'
import { returnPath } from '../../data/return-path.ts'
import { FormFault } from '../../forms/form-fault.tsx'
import { Button } from '../../ui/button.tsx'

/** Signs in without a name: the browser offers the passkeys that it has for this service. */
export function PasskeySignIn({ next }: { readonly next: string | undefined }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const signIn = useMutation({
    mutationFn: async () => api.signInWithPasskey(await askForPasskey(await api.passkeyChallenge())),
    meta: { signsIn: true },
    onSuccess: () => {
      queryClient.clear()
      router.history.push(returnPath(next))
    },
  })
  return (
    <div className="mt-3 space-y-3">
      <Button className="w-full" busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden />
        Sign in with a passkey
      </Button>
      <FormFault fault={signIn.error && asApiError(signIn.error)} />
    </div>
  )
}

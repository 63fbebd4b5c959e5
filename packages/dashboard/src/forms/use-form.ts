// One form: its values, what is wrong with them, and its submission.
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type SubmitEvent, useState } from 'react'
import type { z } from 'zod'
import { type ApiError, asApiError, sentenceOf } from '../api/api-error.ts'
import { useUnsaved } from '../data/unsaved.ts'
import { fieldTexts } from './issue-text.ts'

type Values = Readonly<Record<string, string | boolean>>

export interface FormOptions<In extends Values, Out, Answer> {
  readonly schema: z.ZodType<Out, In>
  readonly initial: In
  readonly submit: (values: Out) => Promise<Answer>
  readonly onDone?: (answer: Answer) => void
  /** True for the form that opens a session: its 401 is a wrong password, not the end of a session. */
  readonly signsIn?: boolean
}

export interface Form<In extends Values> {
  readonly values: In
  /** Texts by field, from the schema or from the service. */
  readonly errors: Partial<Record<keyof In, string>>
  /** A refusal that belongs to no field; shown above the buttons. */
  readonly fault: ApiError | null
  readonly busy: boolean
  readonly set: <Name extends keyof In>(name: Name, value: In[Name]) => void
  /** Props of a text control. */
  readonly text: (name: keyof In & string) => {
    name: string
    value: string
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
  }
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly reset: () => void
}

export function useForm<In extends Values, Out, Answer>(options: FormOptions<In, Out, Answer>): Form<In> {
  const [values, setValues] = useState(options.initial)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: options.submit,
    meta: { signsIn: options.signsIn ?? false },
    ...(options.onDone && { onSuccess: options.onDone }),
  })
  useUnsaved(!options.signsIn && Object.entries(values).some(([name, value]) => value !== options.initial[name]))
  const set = <Name extends keyof In>(name: Name, value: In[Name]) => {
    setValues((all) => ({ ...all, [name]: value }))
    setRefused(({ [String(name)]: _gone, ...rest }) => rest)
    if (error) reset()
  }
  const said = errorsOf(error, values)
  return {
    values,
    errors: { ...said.errors, ...refused } as Partial<Record<keyof In, string>>,
    fault: said.fault,
    busy: isPending,
    set,
    text: (name) => ({
      name,
      value: String(values[name]),
      onChange: (event) => set(name, event.target.value as In[typeof name]),
    }),
    onSubmit: (event) => {
      event.preventDefault()
      const parsed = options.schema.safeParse(values)
      setRefused(parsed.success ? {} : fieldTexts(parsed.error.issues))
      if (parsed.success) mutate(parsed.data)
      else focusFirstInvalid(event.currentTarget)
    },
    reset: () => {
      setValues(options.initial)
      setRefused({})
      reset()
    },
  }
}

/** A refusal that names a field of the form is shown there, any other above the buttons. */
function errorsOf(error: Error | null, values: Values): { errors: Record<string, string>; fault: ApiError | null } {
  if (!error) return { errors: {}, fault: null }
  const fault = asApiError(error)
  if (fault.field === undefined || !(fault.field in values)) return { errors: {}, fault }
  return { errors: { [fault.field]: sentenceOf(fault) }, fault: null }
}

function focusFirstInvalid(form: HTMLFormElement): void {
  // After the errors were drawn.
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

// Waiting for a transcription that was started.
import type { CallOptions, Kiosk } from './client.ts'
import { pause } from './pause.ts'

/** State of a transcription job. */
export interface Transcript {
  readonly jobId: string
  readonly status: 'processing' | 'completed'
  /** 0 to 100. */
  readonly progress: number
  /** null until completed; empty for silence. */
  readonly text: string | null
  /** null until completed, and when the language is not known. */
  readonly language: string | null
  readonly segments: readonly { readonly start: number; readonly end: number; readonly text: string }[] | null
  readonly durationSec: number | null
  /** Seconds to wait before asking again; null once completed. */
  readonly pollAfterSec: number | null
}

export interface WaitOptions extends Pick<CallOptions, 'signal'> {
  /** Told of each state that was read. */
  readonly onProgress?: ((state: Transcript) => void) | undefined
}

const DEFAULT_POLL_SEC = 5

/** Polls a job, as often as the service asks for, until it is completed. Each poll is a call and costs its unit.
 * Rejects with `KioskError` when the job failed or is gone, and with the reason of an aborted `signal`.
 * @param jobId what `audio-transcribe.post` answered */
export async function waitForTranscript(
  kiosk: Kiosk,
  jobId: string,
  { signal, onProgress }: WaitOptions = {},
): Promise<Transcript> {
  for (;;) {
    const state = (await kiosk.call('audio-transcribe-result.get' as string, { jobId }, { signal })) as Transcript
    onProgress?.(state)
    if (state.status === 'completed') return state
    await pause(1000 * (state.pollAfterSec ?? DEFAULT_POLL_SEC), signal)
  }
}

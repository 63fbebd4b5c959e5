/** One message a text; what carries them is a pipe or a WebSocket. */
export interface Transport {
  send(text: string): void
  /** Called once, before anything else; `onEnd` is called once, however the transport ends. */
  start(onMessage: (text: string) => void, onEnd: () => void): void
  close(): void
}

// Which organization this browser works in: remembered locally, sent with each call.
import { callForOrganization } from '../api/client.ts'
import { recall, remember } from './remembered.ts'

const ENTRY = 'organization'

/** Takes up the choice of the last visit. */
export function restoreOrganization(): void {
  callForOrganization(recall(ENTRY))
}

/** @param id null: back to what the server chooses */
export function chooseOrganization(id: string | null): void {
  remember(ENTRY, id)
  callForOrganization(id)
}

export function hasChosenOrganization(): boolean {
  return recall(ENTRY) !== null
}

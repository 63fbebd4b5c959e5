// Small choices kept in this browser. Where storage is refused (private windows, policies) they last as long as the page.
const unstored = new Map<string, string>()

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`kiosk.${name}`)
  } catch {
    return unstored.get(name) ?? null
  }
}

/** @param value null: forget it */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`kiosk.${name}`)
    else localStorage.setItem(`kiosk.${name}`, value)
  } catch {
    if (value === null) unstored.delete(name)
    else unstored.set(name, value)
  }
}

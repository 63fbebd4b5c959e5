import { recall, remember } from './remembered.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function currentTheme(): Theme {
  const stored = recall('theme')
  return themes.find((theme) => theme === stored) ?? 'system'
}

/** Puts the remembered theme on the document; `system` leaves the choice to the browser. */
export function applyTheme(): void {
  const theme = currentTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  remember('theme', theme === 'system' ? null : theme)
  applyTheme()
}

// Runs before the first paint, as it stands: the theme that this browser remembers (data/theme.ts), and on pages for whoever is not
// signed in (app.tsx) no outline of a frame that will not come.
try {
  const theme = localStorage.getItem('kiosk.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is refused: the system's theme it is.
}
if (/^\/(?:sign-in|sign-up|forgot-password|reset-password|invitation\/)/.test(location.pathname)) {
  document.documentElement.dataset.frame = 'none'
}

// Leaving the page: by itself, by a form, into a window, as a download.
import { script, type Vector, vectors } from './vector.ts'

export const navigationVectors: readonly Vector[] = [
  ...vectors('tcp', {
    'location-assign': ({ url }) => script(`location.assign('${url}')`),
    'location-replace': ({ url }) => script(`location.replace('${url}')`),
    'location-href': ({ url }) => script(`location.href = '${url}'`),
    'link-click': ({ url }) =>
      script(`const a = document.createElement('a'); a.href = '${url}'; document.body.append(a); a.click()`),
    'form-get': ({ url }) => `<form action="${url}"><input name="a"></form><script>document.forms[0].submit()</script>`,
    'form-post': ({ url }) =>
      `<form method="post" action="${url}"><input name="a"></form><script>document.forms[0].submit()</script>`,
    'form-post-plain': ({ url }) =>
      `<form method="post" enctype="text/plain" action="${url}"><textarea name="a">EHLO x</textarea></form><script>document.forms[0].submit()</script>`,
    'form-button': ({ url }) =>
      `<form><button formaction="${url}">x</button></form><script>document.querySelector('button').click()</script>`,
    'navigation-api': ({ url }) => script(`navigation.navigate('${url}')`),
  }),
  ...vectors('perhaps', {
    'ping-attribute': ({ url }) =>
      script(`
      const a = document.createElement('a')
      a.href = '#a'
      a.ping = '${url}'
      document.body.append(a)
      a.click()`),
    'window-open': ({ url }) => script(`window.open('${url}')`),
    'window-open-blank': ({ url }) => script(`window.open('').document.write('<img src="${url}">')`),
    'form-blank': ({ url }) =>
      `<form target="_blank" action="${url}"></form><script>document.forms[0].submit()</script>`,
    download: ({ url }) =>
      script(`
      const a = document.createElement('a')
      a.href = '${url}'
      a.download = 'a'
      document.body.append(a)
      a.click()`),
  }),
]

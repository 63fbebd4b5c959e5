// The style of the plain pages. Colours are those of the dashboard, by meaning, as pairs of light and dark.

import { html } from './html.ts'

export const PAGE_STYLE = html`
:root{color-scheme:light dark;--canvas:light-dark(#f6f7f9,#0e1116);--surface:light-dark(#fff,#161a21);--sunken:light-dark(#f0f2f5,#1d222b);
--line:light-dark(#e1e5eb,#2a313c);--ink:light-dark(#161b24,#e8ebf0);--muted:light-dark(#525c6b,#a0aab9);--accent:light-dark(#3546b8,#aab5fa);
--warn:light-dark(#7f4a00,#efc06a);--warn-soft:light-dark(#fdf2dc,#352712);--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
*,::before,::after{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
a{color:var(--accent);text-underline-offset:3px;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
main:focus{outline:none}
.skip{position:absolute;left:1rem;top:-4rem;padding:.5rem 1rem;background:var(--surface);border:1px solid var(--line);border-radius:.5rem}
.skip:focus{top:1rem;z-index:1}
.frame{max-width:72rem;margin:0 auto;padding:0 1rem}
.top{background:var(--surface);border-bottom:1px solid var(--line)}
.top .frame{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.5rem;padding-block:.75rem}
.top ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none}
.top a{display:inline-block;padding:.25rem 0;color:var(--ink);text-decoration:none}
.top a:hover,.top a[aria-current]{color:var(--accent);text-decoration:underline}
.brand{font-weight:650}
.columns{display:grid;grid-template-columns:minmax(0,1fr);gap:2rem;padding-block:1.5rem 4rem}
.contents{font-size:.875rem;line-height:1.45;border-top:1px solid var(--line);padding-top:1.5rem}
.contents h2{font-size:.875rem;margin:0 0 .5rem;color:var(--muted);font-weight:600}
.contents ul{list-style:none;margin:0 0 1.5rem;padding:0}
.contents a{display:block;padding:.25rem 0;color:var(--ink);text-decoration:none;overflow-wrap:anywhere}
.contents a:hover{color:var(--accent);text-decoration:underline}
.contents a[aria-current]{color:var(--accent);font-weight:600}
.trail{font-size:.875rem;color:var(--muted);margin:0 0 1rem}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .75rem;text-wrap:balance}
h2{font-size:1.25rem;line-height:1.3;margin:2.5rem 0 .75rem}
h3{font-size:1rem;margin:1.75rem 0 .5rem}
p,ul,ol,dl,table,pre{margin:0 0 1rem}
.lead{font-size:1.0625rem;max-width:46rem}
p,li,dd{max-width:52rem}
code,pre{font-family:var(--mono);font-size:.875em}
pre code{font-size:inherit}
:not(pre)>code{background:var(--sunken);border-radius:.25rem;padding:.1em .3em;overflow-wrap:anywhere}
a>code{color:inherit}
pre{background:var(--surface);border:1px solid var(--line);border-radius:.5rem;padding:.875rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5}
.notice{background:var(--warn-soft);color:var(--warn);border-radius:.5rem;padding:.75rem 1rem;max-width:none}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:1px;background:var(--line);border:1px solid var(--line);border-radius:.5rem;overflow:hidden}
.facts div{background:var(--surface);padding:.625rem .875rem}
.facts dt{font-size:.8125rem;color:var(--muted)}
.facts dd{margin:0;font-weight:550}
.fields{border-top:1px solid var(--line)}
.fields div{border-bottom:1px solid var(--line);padding:.75rem 0}
.fields dt{display:inline;margin-right:.375rem}
.fields dt code{font-weight:600}
.fields dd{margin:.25rem 0 0}
.fields .rules{display:inline;color:var(--muted);font-size:.875rem}
.must{color:var(--accent);font-weight:600}
.pairs{border-top:1px solid var(--line)}
.pairs div{border-bottom:1px solid var(--line);padding:.5rem 0}
.pairs dt{font-weight:600}
.pairs dd{margin:0}
.listed{list-style:none;padding:0;border-top:1px solid var(--line)}
.listed li{border-bottom:1px solid var(--line);padding:.625rem 0;display:grid;gap:0 1rem;max-width:none}
.listed .price{color:var(--muted);font-size:.875rem}
section:target>h2,section:target>h3{text-decoration:underline;text-decoration-color:var(--accent);text-underline-offset:.3em}
.codes{display:flex;flex-wrap:wrap;gap:.25rem .75rem;list-style:none;margin:0;padding:0}
.actions{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;padding:0;list-style:none}
.steps{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;border-top:1px solid var(--line);margin-top:3rem;padding-top:1rem}
@media (min-width:40rem){.pairs div{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:1rem}
.listed li{grid-template-columns:minmax(0,1fr) auto}.listed .price{text-align:right}}
@media (min-width:60rem){.columns.two{grid-template-columns:15rem minmax(0,1fr)}
.contents{grid-column:1;grid-row:1;border:0;padding:0;position:sticky;top:1.5rem;align-self:start;max-height:calc(100vh - 3rem);overflow-y:auto}}
@media print{.top,.contents,.steps,.skip{display:none}}
`

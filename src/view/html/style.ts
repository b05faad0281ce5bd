/** The look of a page: one column, both colour schemes, readable on a telephone, printable. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1c1f24;--soft:#5a6270;--paper:#fff;--panel:#f5f6f8;--line:#d8dce2;--reads:#0a6b2e;--wrote:#0b57a4;--cut:#8a5300;--fails:#b3201b;--unknown:#7a3e9d}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#a2aab6;--paper:#15171a;--panel:#1d2024;--line:#343940;--reads:#6fd08c;--wrote:#7db7f5;--cut:#e6b35a;--fails:#ff8a80;--unknown:#cfa0ef}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif;overflow-wrap:break-word}
main{max-width:66rem;margin:0 auto;padding:1rem 1.25rem}
h1,h2,h3,h4{line-height:1.25;margin:2em 0 .5em}
h1{font-size:1.9rem;margin-top:.6em}h2{font-size:1.4rem;border-bottom:1px solid var(--line);padding-bottom:.2em}h3{font-size:1.15rem}h4{font-size:1rem;color:var(--soft)}
code,pre,.wire{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.86em}
code{background:var(--panel);border-radius:4px;padding:.1em .3em}
h1 code,h2 code,h3 code{background:none;padding:0;font-size:.95em}
.scroll{overflow-x:auto;margin:.8em 0}
table{border-collapse:collapse;width:100%;font-size:.92em}
th,td{text-align:left;vertical-align:top;padding:.35em .6em;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600;white-space:nowrap}
td code{white-space:pre-wrap}
pre.quote{background:var(--panel);border-left:3px solid var(--reads);padding:.7em .9em;white-space:pre-wrap;margin:.6em 0}
.wire{background:var(--panel);border:1px solid var(--line);border-radius:6px;overflow-x:auto;padding:.5em 0;margin:.6em 0}
.wire div{display:grid;grid-template-columns:69ch 11ch minmax(22ch,1fr);gap:0 1.5ch;padding:0 1.5ch;min-width:max-content}
.wire div:hover{background:color-mix(in srgb,var(--line) 35%,transparent)}
.wire code{background:none;padding:0;font-size:1em;white-space:pre}
.wire b{font-weight:600}.wire i{font-style:normal;color:var(--soft)}
.hidden code{color:var(--soft)}
.reads b,.renamed b,.inlined b{color:var(--reads)}.wrote b{color:var(--wrote)}.rewritten b,.truncated b,.replaced b,.deferred b{color:var(--cut)}.fails b{color:var(--fails)}.unknown b{color:var(--unknown)}.envelope b,.host b,.dropped b{color:var(--soft);font-weight:400}
figure.sequence{overflow-x:auto;margin:1em 0}
svg{max-width:none;font:12px ui-monospace,Menlo,Consolas,monospace}svg text{fill:var(--ink);text-anchor:middle}svg .lane{font-weight:700}
svg line{stroke:var(--soft);stroke-width:1.2}svg .life{stroke:var(--line)}svg .answer line{stroke-dasharray:5 4}svg .error text{fill:var(--fails)}svg .error line{stroke:var(--fails)}marker path{fill:var(--soft)}
nav ul{columns:2 18rem;padding-left:1.1rem;margin:.4em 0}nav a{color:inherit}a{color:var(--wrote)}
footer{color:var(--soft);font-size:.85em;max-width:66rem;margin:2rem auto;padding:0 1.25rem 2rem}
nav .sub{margin-left:1.2em}
@media (max-width:60rem){.wire div{grid-template-columns:auto 1fr;gap:0 1ch}.wire code{grid-column:1/-1}.wire b:empty,.wire i:empty{display:none}.wire b::before{content:'↳ '}}
@media print{.wire,pre.quote{break-inside:avoid}}
`;

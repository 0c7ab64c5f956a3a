// html_style.c - how the page of output_html.c looks: light and dark, wide and narrow, on paper.
//
// Heat is the colour of sectors per request. Where the page is narrow, the rows of tables become blocks: the source
// above its figures, each figure with its column's name (data-title).
#include "html_style.h"
#include <stddef.h>

// Strings that follow one another, since a compiler need not take longer ones.
const char *const html_style[] = {
    // colours
    ":root{color-scheme:light dark;--paper:#fff;--shade:#f5f6f8;--ink:#1c2128;--soft:#5d6673;--rule:#d9dde3;"
    "--link:#0b5cad;--bad:#b3261e;--badpaper:#fdecea;--heat0:#d3f0dc;--heat1:#eef2bd;--heat2:#fde5a8;"
    "--heat3:#fbc99b;--heat4:#f6aaa2}\n"
    "@media (prefers-color-scheme:dark){:root{--paper:#14171c;--shade:#1d2128;--ink:#e4e7eb;--soft:#9aa4b1;"
    "--rule:#343b45;--link:#7db7f5;--bad:#ff8a80;--badpaper:#3a1d1d;--heat0:#14462a;--heat1:#414613;"
    "--heat2:#574108;--heat3:#66340e;--heat4:#77221f}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif;"
    "-webkit-text-size-adjust:100%}\n",
    // page and tables
    "main{max-width:84rem;margin:0 auto;padding:1.5rem}\n"
    "h1{font-size:1.5rem;margin:0;overflow-wrap:anywhere}\n"
    "h2{font-size:1.15rem;margin:2.2rem 0 .5rem;overflow-wrap:anywhere}\n"
    "h3{font-size:.9rem;font-weight:400;color:var(--soft);margin:1rem 0 .4rem;overflow-wrap:anywhere}\n"
    "p{margin:.4rem 0}\n"
    ".soft{color:var(--soft)}\n"
    "a{color:var(--link)}\n"
    "code,.source td,.source th,.launches td.name{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"
    "'DejaVu Sans Mono',monospace}\n"
    "code{font-size:.92em}\n"
    "table{border-collapse:collapse;width:100%}\n"
    "th{font-weight:600;text-align:right;color:var(--soft);font-size:.82rem;padding:.35rem .6rem;"
    "border-bottom:1px solid var(--rule);white-space:nowrap}\n"
    "td{padding:.35rem .6rem;text-align:right;vertical-align:top;font-variant-numeric:tabular-nums}\n"
    ".launches td{border-bottom:1px solid var(--rule);font-size:.9rem}\n"
    "th.text,td.text{text-align:left}\n"
    "td.name{overflow-wrap:anywhere;min-width:9rem}\n"
    "td small{display:block;color:var(--soft);font-size:.8rem}\n",
    // source and faults
    ".source{font-size:13px}\n"
    ".source th{position:sticky;top:0;background:var(--paper);font-family:system-ui,sans-serif}\n"
    ".source td{padding:1px .6rem;line-height:1.55;white-space:nowrap}\n"
    ".source td.number{color:var(--soft);border-left:1px solid var(--rule);user-select:none}\n"
    ".source td.code{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4;width:100%}\n"
    ".source tr:hover td{background-color:var(--shade)}\n"
    ".source tr:target td{background-color:var(--shade);box-shadow:inset 0 1px var(--link),inset 0 -1px var(--link)}\n"
    ".source tr.gap td{color:var(--soft);text-align:left}\n"
    ".conflicts{color:var(--bad)}\n"
    ".source td.heat0,.source tr:hover td.heat0,span.heat0{background-color:var(--heat0)}\n"
    ".source td.heat1,.source tr:hover td.heat1,span.heat1{background-color:var(--heat1)}\n"
    ".source td.heat2,.source tr:hover td.heat2,span.heat2{background-color:var(--heat2)}\n"
    ".source td.heat3,.source tr:hover td.heat3,span.heat3{background-color:var(--heat3)}\n"
    ".source td.heat4,.source tr:hover td.heat4,span.heat4{background-color:var(--heat4)}\n"
    ".fault{background:var(--badpaper);border-left:4px solid var(--bad);padding:.45rem .8rem;margin:.4rem 0;"
    "white-space:normal;overflow-wrap:anywhere;text-align:left;font:14px/1.45 system-ui,sans-serif}\n"
    ".fault b{color:var(--bad)}\n"
    ".source td.says{white-space:normal;padding:0 .6rem .3rem}.says .fault{margin:0}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;font-size:.88rem;margin:.6rem 0}\n"
    ".legend dt{font-weight:600;display:inline}.legend dd{display:inline;margin:0 0 0 .4rem;color:var(--soft)}\n"
    ".legend span{padding:0 .45rem;color:var(--ink)}\n",
    // narrow
    "@media (max-width:46rem){\n"
    "main{padding:.8rem}\n"
    "thead{display:none}\n"
    "table,tbody{display:block}\n"
    "tr{display:flex;flex-wrap:wrap;align-items:baseline}\n"
    "td{display:block}td:empty{display:none}\n"
    "td[data-title]::before{content:attr(data-title) ' ';color:var(--soft);font-weight:400}\n"
    ".source td.number{order:-2;border:0;flex:0 0 2.6rem;padding:1px .6rem 1px 0}\n"
    ".source td.code{order:-1;flex:1 1 calc(100% - 2.8rem);width:auto;padding:1px 0}\n"
    ".source td.figure{font-size:11px;padding:0 .35rem;margin:0 .3rem .15rem 0}\n"
    ".source td.figure:not(.heat0):not(.heat1):not(.heat2):not(.heat3):not(.heat4){background:var(--shade)}\n"
    ".source tr:has(td.figure:not(:empty)){border-bottom:1px solid var(--rule);padding-bottom:.15rem}\n"
    ".source td.code:last-of-type{text-align:left}\n"
    ".source td.says{flex:1 1 100%;padding:0 0 .3rem}\n"
    ".launches tr{border-bottom:1px solid var(--rule);padding:.4rem 0}\n"
    ".launches td{border:0;padding:.05rem .9rem .05rem 0;text-align:left}\n"
    ".launches td.name{flex:1 1 100%;font-weight:600}\n"
    "td small{display:inline}\n"
    "}\n",
    // paper
    "@media print{\n"
    ":root{color-scheme:light;--paper:#fff;--shade:#f5f6f8;--ink:#000;--soft:#444;--rule:#bbb;--link:#000;"
    "--bad:#8c1d18;--badpaper:#fdecea;--heat0:#d3f0dc;--heat1:#eef2bd;--heat2:#fde5a8;--heat3:#fbc99b;"
    "--heat4:#f6aaa2}\n"
    "body{font-size:10pt}main{max-width:none;padding:0}.source{font-size:8pt}.launches th,.launches "
    "td{font-size:8pt;padding:.25rem .35rem}\n"
    ".source th{position:static}tr,.fault{break-inside:avoid}h2,h3{break-after:avoid}a{text-decoration:none}\n"
    "td,span,.fault{print-color-adjust:exact;-webkit-print-color-adjust:exact}\n"
    "}\n",
    NULL};

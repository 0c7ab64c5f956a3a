// page_style.c - what pages for people have beyond those of the emulator (html_style.c, whose colours they share).
#include "pages.h"

const char *const page_style[] = {
    // pieces
    ".back{margin:0 0 .3rem;font-size:.9rem}.total{font-size:1.1rem}h2 small{font-weight:400;color:var(--soft);"
    "font-size:.85rem}\n"
    ".state{display:inline-block;padding:0 .5rem;border-radius:.7rem;border:1px solid currentColor;font-size:.85rem;"
    "white-space:nowrap}.state.good,.mark.good,.good>.mark{color:var(--good)}.state.bad,.mark.bad,.bad>.mark{"
    "color:var(--bad)}.state.soft{color:var(--soft)}\n"
    ".bar{display:flex;height:.7rem;background:var(--faint);border-radius:3px;overflow:hidden;min-width:5rem}\n"
    ".bar .good,.swatch.good{background:var(--good)}.bar .used{background:var(--used)}.bar .wasted{"
    "background:var(--wasted)}\n"
    ".swatch{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin:0 .3em 0 .2em}\n"
    "td.name,.launches td.name{font-family:inherit}.work h3{color:var(--ink);font-weight:600}\n"
    ".work>details{margin-top:1rem}.work>details>summary{cursor:pointer;font-weight:600;"
    "overflow-wrap:anywhere}\n"
    ".work{border-top:1px solid var(--rule);margin-top:2rem}.first{font-size:1.05rem;max-width:46rem}\n"
    ".overview{margin-top:1rem;width:auto;min-width:min(36rem,100%)}\n"
    ".log{background:var(--shade);padding:.7rem;overflow-x:auto;font:12px/1.5 ui-monospace,Menlo,Consolas,'DejaVu Sans "
    "Mono',monospace}\n",
    // lists of parts and of mistakes
    "ul.parts{list-style:none;padding:0;margin:.6rem 0}ul.parts li{margin:.2rem 0;overflow-wrap:anywhere}\n"
    ".why{display:block;color:var(--soft);margin-left:1.4rem}\n"
    ".kinds{list-style:none;padding:0}.kinds li{display:flex;gap:.8rem;margin:.4rem 0}.kinds .count{flex:0 0 "
    "3.4rem;text-align:right;font-variant-numeric:tabular-nums}.kinds span{overflow-wrap:anywhere;min-width:0}"
    ".kinds small{display:block;color:var(--soft)}\n"
    ".spread{max-width:44rem}\n"
    ".exercise{border-bottom:1px solid var(--rule);padding:.35rem 0}.exercise summary{cursor:pointer;display:grid;"
    "grid-template-columns:minmax(0,22rem) minmax(5rem,1fr) 19rem;gap:.2rem 1rem;align-items:center}\n"
    ".exercise summary::marker{content:none}.exercise .label{overflow-wrap:anywhere}.exercise .label code{color:var("
    "--soft)}.exercise .value{color:var(--soft);font-size:.88rem;font-variant-numeric:tabular-nums}\n"
    ".exercise summary .label::before{content:'\\25b8  ';color:var(--soft)}.exercise[open] summary "
    ".label::before{content:'\\25be  '}\n"
    ".exercise summary:focus-visible{outline:2px solid var(--link)}\n"
    ".exercise ul.parts li{display:grid;grid-template-columns:minmax(0,20rem) minmax(5rem,14rem) auto;gap:1rem;"
    "align-items:center;margin-left:1.2rem}\n",
    // students
    ".wide{overflow-x:auto}.students{width:auto;font-size:.88rem}\n"
    ".students thead th{vertical-align:bottom}.students tbody "
    "th{vertical-align:top;position:sticky;left:0;background:var(--paper);"
    "text-align:left;font-size:inherit;padding:.15rem .6rem;max-width:18rem;overflow:hidden;text-overflow:ellipsis}\n"
    ".students thead th:first-child{text-align:left;position:sticky;left:0;background:var(--paper)}\n"
    ".students th.upright span{writing-mode:vertical-rl;transform:rotate(180deg)}.students th.upright{padding:.3rem "
    ".1rem;"
    "text-align:center}\n"
    ".students td{padding:.15rem .4rem;border-bottom:1px solid var(--rule)}.students td a{color:inherit;"
    "text-decoration:none}.students td a:hover{text-decoration:underline}.students td small{display:inline}\n"
    "td.full{background:var(--heat0)}td.most{background:var(--heat1)}td.some{background:var(--heat3)}td.none{"
    "background:var(--heat4)}td.blank{color:var(--soft)}td.waits{background:var(--badpaper);color:var(--bad)}\n"
    ".students th small{color:var(--soft);font-weight:400}.students td "
    "small.words{display:block;max-width:12rem;min-width:8rem}\n"
    "td.sum{font-weight:600}td.sum small{font-weight:400}.students "
    "sup{font-size:.7em;line-height:0;color:var(--soft)}\n"
    ".byhand{border-bottom:2px solid var(--used)}\n"
    // what the script makes
    ".sortable th button{all:unset;cursor:pointer;font:inherit;color:inherit}.sortable th "
    "button:hover{color:var(--link)}"
    ".sortable th button:focus-visible{outline:2px solid var(--link);outline-offset:2px}\n"
    ".sortable th[aria-sort=ascending] button::after{content:' \\25b4'}.sortable th[aria-sort=descending] "
    "button::after{content:' \\25be'}\n"
    ".search{display:block;margin:.6rem 0 0;color:var(--soft)}.search input{font:inherit;color:var(--ink);"
    "background:var(--shade);border:1px solid var(--rule);border-radius:4px;padding:.25rem .5rem;width:20rem;"
    "max-width:100%}tr[hidden]{display:none!important}\n"
    "td.wide-text{overflow-wrap:anywhere;width:50%}#look .state{min-width:6.2rem;text-align:center}\n",
    // two files side by side
    ".beside{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem}\n"
    ".file{font:12px/1.5 ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;white-space:pre-wrap;"
    "overflow-wrap:anywhere;tab-size:4;background:var(--shade);padding:.6rem;margin:0}\n"
    ".file mark{color:inherit;background:var(--heat2)}.file "
    "mark.a{background:var(--heat0)}"
    ".file mark.b{background:var(--heat1)}.file mark.c{background:var(--heat3)}.file mark.d{background:var(--heat4)}\n"
    ".file mark b{color:var(--link);font-weight:600;user-select:none}\n",
    // narrow
    "@media (max-width:46rem){main{padding:1rem .8rem}.exercise summary{grid-template-columns:1fr}.exercise ul.parts "
    "li{grid-template-columns:1fr;gap:.1rem;margin-left:.4rem}.beside{grid-template-columns:1fr}.students tbody th{"
    "max-width:9rem}.kinds .count{flex-basis:2.6rem}.students thead{display:table-header-group}td.name "
    "small{display:block;font-weight:400}}\n",
    NULL};

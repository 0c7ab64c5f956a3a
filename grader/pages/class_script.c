// class_script.c - sorting and searching on the class's page.
//
// Without it the page is whole: it makes the buttons and the search field itself, so nothing is there that does not
// work. The page's policy allows this script alone, by its hash; the suite `pages` says what the hash has to be.
#include "class_parts.h"

const char page_class_script[] = "sha256-CA0E1XxWa5fj8w0cwfJU4hEF6a3fhQMRyoGIsz+Hv8U=";

static const char script[] =
    "'use strict';\n"
    "const text = cell => cell ? (cell.dataset.value ?? cell.textContent).trim() : '';\n"
    "const compare = (a, b) => {\n"
    "  const x = parseFloat(a), y = parseFloat(b);\n"
    "  if (!isNaN(x) && !isNaN(y)) return x - y;\n"
    "  if (isNaN(x) !== isNaN(y)) return isNaN(x) ? -1 : 1;\n"
    "  return a.localeCompare(b);\n"
    "};\n"
    "for (const table of document.querySelectorAll('table.sortable')) {\n"
    "  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];\n"
    "  heads.forEach((head, column) => {\n"
    "    const button = document.createElement('button');\n"
    "    button.append(...head.childNodes);\n"
    "    head.append(button);\n"
    "    button.addEventListener('click', () => {\n"
    "      const first = head.className.includes('text') || !column ? 'ascending' : 'descending';\n"
    "      const order = head.ariaSort === first ? (first === 'ascending' ? 'descending' : 'ascending') : first;\n"
    "      for (const other of heads) other.removeAttribute('aria-sort');\n"
    "      head.setAttribute('aria-sort', order);\n"
    "      const sign = order === 'ascending' ? 1 : -1;\n"
    "      const rows = [...body.rows].map((row, at) => [text(row.cells[column]), at, row]);\n"
    "      rows.sort((a, b) => sign * compare(a[0], b[0]) || a[1] - b[1]);\n"
    "      body.append(...rows.map(row => row[2]));\n"
    "    });\n"
    "  });\n"
    "}\n"
    "const plain = words => words.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();\n"
    "const tables = [...document.querySelectorAll('table.searched, table.students')];\n"
    "const rows = tables.flatMap(table => [...table.tBodies[0].rows]).map(row => [row, plain(row.textContent)]);\n"
    "const label = document.createElement('label'), field = document.createElement('input');\n"
    "const count = document.createElement('output');\n"
    "field.type = 'search';\n"
    "field.placeholder = 'name, id, exercise, state';\n"
    "label.append('Search ', field, ' ', count);\n"
    "label.className = 'search';\n"
    "document.querySelector('header').append(label);\n"
    "field.addEventListener('input', () => {\n"
    "  const words = plain(field.value).split(/\\s+/).filter(Boolean);\n"
    "  for (const [row, content] of rows) row.hidden = !words.every(word => content.includes(word));\n"
    "  const left = [...document.querySelectorAll('table.students tbody tr')].filter(row => !row.hidden).length;\n"
    "  count.textContent = words.length ? `${left} ${left === 1 ? 'student' : 'students'}` : '';\n"
    "});\n"
    "document.addEventListener('keydown', event => {\n"
    "  if (event.key !== '/' || event.target === field || event.ctrlKey || event.metaKey || event.altKey) return;\n"
    "  event.preventDefault();\n"
    "  field.focus();\n"
    "});\n";

void page_class_script_write(Html *out) {
    html_write(out, "<script>");
    html_code(out, script);
    html_write(out, "</script>\n");
}

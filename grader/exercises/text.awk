# text.awk - makes C of NAME/exercise.txt: the Exercise that it describes. README.md in this directory has the format.
#
# usage: awk -f grader/exercises/text.awk grader/exercises/NAME/exercise.txt
#
# Mistakes are reported with file and line: by this program in what it reads itself, by the compiler, which is told the
# line of each value, in what is C.

function fail(line, what) {
    printf "%s:%d: %s\n", FILENAME, line, what >"/dev/stderr"
    failed = 1
    exit 1
}

# How the fields of a section are written: a string, a name or number of C, and some of their own.
function fields(section, how, names, i, n, list) {
    n = split(names, list, " ")
    for (i = 1; i <= n; i++) written[section, list[i]] = how
}

BEGIN {
    fields("exercise", "text", "title chapter checklist serves learnt interface must_define flags veiled suits report_kernels")
    fields("exercise", "code", "draw make arguments check element check_all least_work host_bytes work timed_kernels key key_arguments")
    fields("exercise", "address", "timed estimated")
    fields("exercise", "array", "cases")
    fields("question", "text", "asks words kernel per why")
    fields("question", "code", "key")
    fields("question", "counter", "counter")
    fields("question", "ANSWER_", "kind")
    fields("question", "UNIT_", "unit")
    fields("part", "text", "counts after symptom step from advice")
    fields("part", "code", "per measure bounds advise")
    fields("part", "number", "least most slack plain")
    fields("part", "counter", "counter")
    fields("part", "PART_", "kind")
    section = "exercise"
}

# ---- reading: lines "key: value"; what begins with a space goes on with the value ----

/^#/ || /^[ \t]*$/ { next }
/^[ \t]/ {
    if (!count) fail(FNR, "a line that goes on needs one to go on from")
    sub(/^[ \t]+/, "")
    text[count] = text[count] " " $0
    next
}
!/^[a-z_]+:( |$)/ { fail(FNR, "this is neither \"key: value\" nor, with spaces before it, the rest of a value") }
{
    count++
    key[count] = substr($0, 1, index($0, ":") - 1)
    text[count] = substr($0, length(key[count]) + 3)
    line[count] = FNR
}

# ---- values as C ----

function quoted(value) {
    gsub(/[\\"]/, "\\\\&", value)
    return "\"" value "\""
}

# Names of counters, joined by "+". LOAD_SECTORS and the like are strings of exercise.h.
function counters(value, i, n, list, result) {
    n = split(value, list, "+")
    for (i = 1; i <= n; i++)
        result = result (i > 1 ? " \"+\" " : "") (list[i] ~ /^[A-Z_]+$/ ? list[i] : quoted(list[i]))
    return result
}

function without_comment(value) {
    sub(/ +# .*$/, "", value)
    return value
}

function as_c(how, value, at) {
    if (how == "text") return quoted(value)
    value = without_comment(value)
    if (how == "number" && value ~ /[0-9)] *\/ *[0-9]+([^0-9.]|$)/)
        fail(at, "C rounds this division down: write a point behind the divisor, \"1 / 16.\"")
    if (how == "counter") return counters(value)
    if (how == "address") return "&" value
    if (how ~ /_$/) return how toupper(value) # ANSWER_WORD
    return value
}

function place(at) { return sprintf("#line %d \"%s\"\n", at, FILENAME) }

function field(name, value, at, how) {
    how = written[section, name]
    if (how == "") fail(at, (section == "exercise" ? "an " : "a ") section " has no \"" name ":\"")
    if (name in given) fail(at, "there are two lines \"" name ":\"")
    given[name]
    row = row place(at) "." name " = " as_c(how, value, at) ",\n"
    if (how == "array") row = row "." substr(name, 1, length(name) - 1) "_count = COUNT_OF(" value "),\n"
}

# ---- sections ----

# "few atomics (35 points)" sets points and returns the rest.
function without_points(value, at) {
    if (!match(value, / \([0-9]+ points?\)$/)) fail(at, "\"" value "\" needs its points: \"NAME (5 points)\"")
    points = substr(value, RSTART + 2) + 0
    return substr(value, 1, RSTART - 1)
}

# Ends the row that was begun.
function end_row() {
    if (section == "exercise") exercise = row
    if (section == "part") parts[++part_count] = row (is_call || "kind" in given ? "" : ".kind = PART_LIMIT,\n")
    if (section == "question") {
        if (slip_count) row = row ".slips = (const Slip[]){\n" slips "},\n.slip_count = " slip_count ",\n"
        slips_of[question] = slips
        slip_count_of[question] = slip_count
        questions[++question_count] = row
    }
    row = slips = ""
    slip_count = is_call = 0
    split("", given)
}

function begin_row(kind, value, at) {
    end_row()
    section = kind
    is_call = kind == "part" && value ~ /^[A-Z_]+(\(.*\))?$/
    if (is_call) row = place(at) value ",\n"
    else if (kind == "part") row = place(at) ".label = " quoted(without_points(value, at)) ",\n.points = " points ",\n"
    else {
        question = without_points(value, at)
        row = place(at) ".name = " quoted(question) ",\n.points = " points ",\n"
    }
}

function slip(value, at, colon) {
    colon = index(value, ": ")
    if (!colon) fail(at, "a slip is \"ANSWER: what it means\"")
    slips = slips place(at) "{" quoted(substr(value, 1, colon - 1)) ", " quoted(substr(value, colon + 2)) "},\n"
    slip_count++
}

function slips_as(value, at) {
    sub(/^as /, "", value)
    if (!(value in slips_of)) fail(at, "there is no question " value " before this one")
    slips = slips_of[value]
    slip_count = slip_count_of[value]
}

# "blocks: REPORT_GRID" or "sectors: global_load_sectors"
function report_row(value, at, colon, what) {
    colon = index(value, ": ")
    what = substr(value, colon + 2)
    return place(at) "{" quoted(substr(value, 1, colon - 1)) (what ~ /^REPORT_/ ? ", .field = " what : ", .counter = " counters(what)) "},\n"
}

function parameter(value, at, name) {
    value = without_comment(value)
    name = value
    sub(/ .*/, "", name)
    return place(at) "{" quoted(name) ", " quoted(substr(value, length(name) + 2)) "},\n"
}

function add(name, value, at, i, n, list) {
    if (name == "question" || name == "part") begin_row(name, value, at)
    else if (name == "hint") hints = hints place(at) quoted(value) ",\n"
    else if (name == "parameter") parameters[++parameter_count] = parameter(value, at)
    else if (name == "report") reports[++report_count] = report_row(value, at)
    else if (name == "slip" && section == "question") slip(value, at)
    else if (name == "slips" && section == "question") slips_as(value, at)
    else if (name == "code" && section == "exercise") {
        n = split(without_comment(value), list, ", ")
        for (i = 1; i <= n; i++) field(list[i], list[i], at)
    } else field(name, value, at)
}

# ---- "each: letter worth = a 3, b 4": the question or part that follows, once with each row of values for <letter> ----

function begins_row(name) { return name ~ /^(question|part|each|hint|parameter|report)$/ }

function repeat(first, last, header, at, i, j, k, names, rows, values, name_count, row_count, value) {
    i = index(header, " = ")
    name_count = split(substr(header, 1, i - 1), names, " ")
    row_count = split(substr(header, i + 3), rows, ", ")
    for (i = 1; i <= row_count; i++) {
        if (split(rows[i], values, " ") != name_count) fail(at, "\"" rows[i] "\" has not a value for each name")
        for (j = first; j <= last; j++) {
            value = text[j]
            for (k = 1; k <= name_count; k++) gsub("<" names[k] ">", values[k], value)
            add(key[j], value, line[j])
        }
    }
}

function array(name, type, rows, n, braces, i) {
    if (!n) return
    printf ".%ss = (const %s[]){\n", name, type
    for (i = 1; i <= n; i++) printf(braces ? "{\n%s},\n" : "%s", rows[i])
    printf "},\n.%s_count = %d,\n", name, n
}

END {
    if (failed) exit 1
    for (i = 1; i <= count; i++) {
        if (key[i] != "each") {
            add(key[i], text[i], line[i])
            continue
        }
        for (last = i + 1; last < count && !begins_row(key[last + 1]);) last++
        if (key[i + 1] !~ /^(question|part)$/) fail(line[i], "\"each:\" stands before a question or a part")
        repeat(i + 1, last, text[i], line[i])
        i = last
    }
    end_row()
    n = split(FILENAME, path, "/")
    printf "const Exercise %s_exercise = {\n.name = \"%s\",\n%s.hints = {\n%s},\n", path[n - 1], path[n - 1], exercise, hints
    array("parameter", "Parameter", parameters, parameter_count)
    array("question", "Question", questions, question_count, 1)
    array("part", "Part", parts, part_count, 1)
    array("report_row", "ReportRow", reports, report_count)
    print "};"
}

# embed.awk - headers as C: the bytes of each, and a table of them.
# usage: awk -f embed.awk HEADER.cuh ... >headers.h
BEGIN { for (i = 1; i < 128; i++) code[sprintf("%c", i)] = i }
function finish() { if (name != "") print "    0};" }
FNR == 1 {
    finish()
    name = FILENAME
    sub(/.*\//, "", name)
    sub(/\.cuh$/, "", name)
    names[++count] = name
    print "static const char text_of_" name "[] = {"
}
{
    line = "    "
    for (i = 1; i <= length($0); i++) line = line code[substr($0, i, 1)] ","
    print line "10,"
}
END {
    finish()
    print "static const struct {\n    const char *name, *text;\n} HEADERS[] = {"
    for (i = 1; i <= count; i++) print "    {\"" names[i] ".h\", text_of_" names[i] "},"
    print "};"
}

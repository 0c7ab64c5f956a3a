# embed.awk - the files that a page's programs include, as C: the bytes of each, and a table by the last part of the name.
# Those of an exercise are interfaces, which have its name.
# usage: awk -f embed.awk FILE ... >playground_files.h
BEGIN { for (i = 1; i < 128; i++) code[sprintf("%c", i)] = i }
function finish() { if (count) print "    0};" }
FNR == 1 {
    finish()
    parts = split(FILENAME, part, "/")
    names[++count] = part[parts] == "interface.cu" ? part[parts - 1] ".cu" : part[parts] == "harness.cuh" ? "harness.h" : part[parts]
    print "static const char text_" count "[] = {"
}
{
    line = "    "
    for (i = 1; i <= length($0); i++) line = line (substr($0, i, 1) in code ? code[substr($0, i, 1)] : 63) ","
    print line "10,"
}
END {
    finish()
    print "static const struct {\n    const char *name, *text;\n} FILES[] = {"
    for (i = 1; i <= count; i++) print "    {\"" names[i] "\", text_" i "},"
    print "};"
}

# Sums up what gcov says of every file, and fails below the least share.
/^File '/ { file = $2; gsub(/'/, "", file) }
/^Lines executed:/ && file != "" {
    split($0, part, /[:% ]+/)
    covered += part[3] * part[5] / 100
    lines += part[5]
    printf "%-16s %6.2f %% of %3d lines\n", file, part[3], part[5]
    file = ""
}
END {
    share = lines ? 100 * covered / lines : 0
    printf "the core: %.1f %% of %d lines, at least %d\n", share, lines, least
    exit !(lines > 0 && share >= least)
}

# Speaks neither.
while read -r line; do echo "what do you mean?"; done
echo "no weights" >&2
exit 3

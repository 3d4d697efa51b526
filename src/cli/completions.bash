
# bash splits words at : and =, and an evaluator with its edition is one word. Words that no blank
# separates are joined before the program is asked, and what the line keeps is cut off its answers.
_renju() {
    local rest=$COMP_LINE words=() i last=-1
    for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $i -eq 0 || $rest == [[:space:]]* ]]; then
            last=$((last + 1))
            words[last]=
        fi
        rest=${rest#"${rest%%[![:space:]]*}"}
        rest=${rest#"${COMP_WORDS[i]}"}
        words[last]+=${COMP_WORDS[i]}
    done
    local word=${words[last]} typed=${COMP_WORDS[COMP_CWORD]} kept=
    [[ $word == "$typed" ]] || kept=${word%"${word##*[:=]}"}
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$last
    _clap_complete_renju renju "$word" "${words[last - 1]}"
    COMPREPLY=("${COMPREPLY[@]#"$kept"}")
}
# Where no command is meant, a file may be: `renju game.txt`.
complete -o nospace -o bashdefault -o default -F _renju renju

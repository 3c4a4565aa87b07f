# Completion for bash: the program itself knows its commands and options.
_s7opcbridge() {
  local IFS=$'\n'
  mapfile -t COMPREPLY < <(compgen -W "$(s7opcbridge "[suggest:${COMP_POINT}]" "${COMP_LINE}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _s7opcbridge s7opcbridge

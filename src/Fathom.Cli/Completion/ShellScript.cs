namespace Fathom.Cli.Completion;

/// <summary>The script that a shell reads once. It asks Fathom at each press of the key, so it never has to be made anew.</summary>
/// <param name="Shell">The name of the shell.</param>
/// <param name="Text">The script.</param>
internal sealed record ShellScript(string Shell, string Text)
{
    /// <summary>All of them.</summary>
    public static ShellScript[] All { get; } = [new("bash", Bash), new("zsh", Zsh), new("fish", Fish)];

    private const string Bash =
        $$"""
        # Completion of fathom for bash: source <(fathom completion bash)
        _fathom() {
            local current="${COMP_WORDS[COMP_CWORD]}" line
            COMPREPLY=()
            while IFS= read -r line; do
                if [[ $line == '{{Completer.Files}}' ]]; then
                    compopt -o filenames
                    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
                else
                    COMPREPLY+=("${line%%$'\t'*}")
                fi
            done < <("${COMP_WORDS[0]}" {{Completer.Verb}} "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            if [[ ${#COMPREPLY[@]} -gt 0 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
        }
        complete -F _fathom fathom

        """;

    private const string Zsh =
        $$"""
        #compdef fathom
        # Completion of fathom for zsh: source <(fathom completion zsh), behind compinit
        _fathom() {
            local line tab=$'\t' files=''
            local -a shown
            for line in "${(@f)$("${words[1]}" {{Completer.Verb}} "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
                if [[ $line == '{{Completer.Files}}' ]]; then
                    files=yes
                elif [[ -n $line ]]; then
                    shown+=("${${line//:/\\:}/$tab/:}")
                fi
            done
            (( $#shown )) && _describe fathom shown
            [[ -n $files ]] && _files
        }
        compdef _fathom fathom

        """;

    private const string Fish =
        $$"""
        # Completion of fathom for fish: fathom completion fish | source
        function __fathom_candidates
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            if test (count $current) -eq 0
                set current ''
            end
            $words[1] {{Completer.Verb}} $words[2..-1] $current 2>/dev/null
        end
        function __fathom_complete
            __fathom_candidates | string match -v '{{Completer.Files}}'
        end
        function __fathom_takes_files
            __fathom_candidates | string match -q '{{Completer.Files}}'
        end
        complete -c fathom -f -a '(__fathom_complete)'
        complete -c fathom -n __fathom_takes_files -F

        """;
}

using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Cli.Completion;

/// <summary>The scripts in the shells that they are for.</summary>
public sealed class ShellScriptTests
{
    // Outside of a key press bash has no options of a completion to set.
    private const string Bash =
        """
        source <(fathom completion bash)
        compopt() { :; }
        try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fathom; echo "${COMPREPLY[*]}"; }
        complete -p fathom
        try fathom he
        try fathom heap hi
        try fathom heap X --sort si
        try fathom pack "a f"
        """;

    private const string Zsh =
        """
        compdef() { print "compdef $*" }
        _describe() { print -l -- "${shown[@]}" }
        _files() { print FILES }
        eval "$(fathom completion zsh)"
        words=(fathom heap X --sort si) CURRENT=5
        _fathom
        words=(fathom pack a) CURRENT=3
        _fathom
        """;

    private const string Fish =
        """
        fathom completion fish | source
        complete -C 'fathom heap hi'
        complete -C 'fathom heap X --sort si'
        complete -C 'fathom pack a'
        """;

    [Fact]
    public async Task Bash_completes_verbs_views_columns_and_files()
    {
        using TestFolder folder = new();
        await File.WriteAllTextAsync(folder.File("a file"), "", TestContext.Current.CancellationToken);

        Assert.Equal("complete -F _fathom fathom\nheap help\nhistogram\nsize_bytes\na file\n", await ShellRun.OutputAsync("bash", folder.Path, "--norc", "-c", Bash));
    }

    [Fact]
    public async Task Zsh_completes_columns_and_files()
    {
        using TestFolder folder = new();

        Assert.Equal("compdef _fathom fathom\nsize_bytes:B\nFILES\n", await ShellRun.OutputAsync(Needs.Program("zsh", Needs.ZshReason), folder.Path, "-f", "-c", Zsh));
    }

    [Fact]
    public async Task Fish_completes_views_columns_and_files()
    {
        using TestFolder folder = new();
        await File.WriteAllTextAsync(folder.File("afile"), "", TestContext.Current.CancellationToken);

        string output = await ShellRun.OutputAsync(Needs.Program("fish", Needs.FishReason), folder.Path, "--no-config", "-c", Fish);

        Assert.Equal("histogram\tHow large the objects of each type are, by powers of two.\nsize_bytes\tB\nafile\n", output);
    }
}

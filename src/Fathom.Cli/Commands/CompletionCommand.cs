using System.CommandLine;
using Fathom.Cli.Completion;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom completion SHELL</c>: the script that completes command lines.</summary>
internal sealed class CompletionCommand : FathomCommand
{
    public const string Summary = "Writes the script that completes command lines in a shell.";

    private static readonly string s_shells = string.Join(", ", ShellScript.All.Select(static script => script.Shell));

    private readonly Argument<string> _shell = new("shell") { Description = $"One of {s_shells}." };

    public CompletionCommand()
        : base("completion", Summary) => Add(_shell);

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom completion bash", "for ~/.bashrc: source <(fathom completion bash)"),
        new("fathom completion zsh", "for ~/.zshrc, after compinit: source <(fathom completion zsh)"),
        new("fathom completion fish", "for ~/.config/fish/completions/fathom.fish"),
    ];

    public override string Remarks =>
        "The script calls Fathom each time Tab is pressed, so it knows the verbs, options, columns and running programs of that moment. No process is stopped or contacted.";

    public override string ColumnsText => "none, it is a script.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        string shell = parsed.GetRequiredValue(_shell);
        ShellScript script = Array.Find(ShellScript.All, script => script.Shell == shell)
            ?? throw FathomException.Usage($"There is no completion for the shell '{shell}'.", $"the shells are {s_shells}");
        context.Out.Write(script.Text);
        return new(ExitCode.Ok);
    }
}

using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model;

namespace Fathom.Tests.Cli.Hosting;

/// <summary>A command that ends in the way that its subject names.</summary>
internal sealed class ProbeCommand : FathomCommand
{
    private readonly Argument<string[]> _subjects = new("subject") { Arity = ArgumentArity.OneOrMore, Description = "How to end." };
    private readonly Option<string?> _top = OptionCatalog.Value("--top", "N", "Shows N rows.");

    public ProbeCommand(string name)
        : base(name, "Ends in the way that the subject names.")
    {
        Add(_subjects);
        Add(_top);
        Add(OptionCatalog.Values(
            "--where",
            "CONDITION",
            "Keeps rows; may be given several times, and the description of this option is long enough to be wrapped in the help."));
        Add(new ProbeViewCommand());
    }

    public override IReadOnlyList<Example> Examples =>
        [new("fathom probe well", "ends well"), new("fathom probe well --top 3 --where 'a=1'", "the same, in a longer way")];

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        await Task.Yield();
        context.Out.WriteLine(
            $"subjects {string.Join(' ', parsed.GetRequiredValue(_subjects))}, top {parsed.GetValue(_top) ?? "-"}, {context.Verbosity}");
        return parsed.GetRequiredValue(_subjects)[0] switch
        {
            "target" => throw FathomException.Target("There is no process\n4711.", "fathom ps"),
            "stopped" => throw new OperationCanceledException(context.Stop),
            "pipe" => throw new BrokenPipeException(),
            "defect" => throw new InvalidOperationException("no such thing"),
            "limit" => ExitCode.LimitBroken,
            _ => ExitCode.Ok,
        };
    }
}

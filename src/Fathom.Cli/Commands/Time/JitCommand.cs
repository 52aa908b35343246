using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom jit TRACE</c>.</summary>
internal sealed class JitCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Compiled methods: how often, how long that took, by tier.";

    private const string Methods = "time/jit";

    private readonly ByOption _by = new(
        "compiled methods",
        "A row for each method, the default, or for each assembly.",
        ("method", Methods),
        ("module", "time/jit-modules"));

    public JitCommand()
        : base(TraceVerbs.Jit, Summary)
    {
        Add(_by.Option);
        AddComparisons(_by.Option);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom jit app.fathom", "what compiling took, by tier, and the methods that took longest"),
        new("fathom jit app.fathom --by module", "which assemblies are not compiled ahead of time"),
        new("fathom jit app.fathom --sort count --top 10", "what is compiled again and again"),
    ];

    public override string Remarks => "Record with: fathom record --save NAME.fathom -- PROGRAM\n\n"
        + "Or with: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x10:5\n\n"
        + "jit_ns is time of the thread that compiled, in which it may have waited for a processor. What had to be compiled for another "
        + "method, on the same thread and meanwhile, is in the time of that one. Tier 1 is compiled by a thread of its own.";

    protected override string Content => "Compiled methods";

    protected override string Query => Methods;

    protected override string QueryFor(AskedSubjects asked) => _by.Query(asked.Parsed);

    protected override CommandResult Answer(AskedSubjects asked, Inquiry inquiry, SqlQuestion question) =>
        inquiry.Result(question) with
        {
            Header = [.. JitHeader.Of(inquiry.Session.Run("time/jit-tiers", inquiry.Stop, QueryParameter.Of("rec", 0)))],
        };
}

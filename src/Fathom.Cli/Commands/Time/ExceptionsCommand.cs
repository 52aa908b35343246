using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom exceptions TRACE</c>.</summary>
internal sealed class ExceptionsCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Exceptions, caught ones too: type, method that threw, how often.";

    private readonly Switch _each = new("--each", "Lists each throw with its time, thread and message, in the order of time.");

    public ExceptionsCommand()
        : base(TraceVerbs.Exceptions, Summary, OutputFeatures.TypeView)
    {
        Add(_each);
        AddComparisons();
    }

    internal override bool NamesTypes => true;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom exceptions app.nettrace", "what was thrown, most often first"),
        new("fathom exceptions app.nettrace --each --where type=*Timeout*", "each throw of a type with its message"),
        new("fathom exceptions app.nettrace --where type=*NullReference* --fail-if count=1..", "fails in a script if one was thrown"),
    ];

    public override string Remarks => "Record with: fathom record PID --duration 10s --save NAME.fathom\n\n"
        + "Or with: dotnet-trace collect -p PID --providers Microsoft-Windows-DotNETRuntime:0x8000:4";

    protected override string Content => "Exceptions";

    protected override string Query => "time/exceptions";

    protected override string QueryFor(AskedSubjects asked) => _each.IsOn(asked.Parsed) ? "time/exception-rows" : Query;
}

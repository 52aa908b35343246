using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom markers TRACE</c>.</summary>
internal sealed class MarkersCommand : TraceViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "Moments that were marked while it was recorded (fathom mark).";

    public MarkersCommand()
        : base(TraceVerbs.Markers, Summary)
    {
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom markers run.fathom", "each marker, and the time until the next one"),
        new("fathom markers run.fathom --where text=warm* --format csv", "some of them, for a script"),
    ];

    public override string Remarks => "Mark with: fathom mark TEXT, while fathom record runs";

    protected override string Content => "Markers";

    protected override string Query => "time/markers";
}

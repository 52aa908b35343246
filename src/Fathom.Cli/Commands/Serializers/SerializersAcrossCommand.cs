using System.CommandLine;
using Fathom.Cli.Verbs;
using Fathom.Query.Serializers;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers across A B…</c>: several measurements in one view.</summary>
internal sealed class SerializersAcrossCommand : SavedSuitesCommand
{
    private readonly Argument<string[]> _recordings = new("recordings") { Description = "Two saved recordings or more.", Arity = ArgumentArity.OneOrMore };

    public SerializersAcrossCommand()
        : base("across", "Several measurements in one: across runtimes, machines and days.")
    {
        Add(_recordings);
        AddOutput(showsAll: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers across monday.fathom friday.fathom laptop.fathom", "a row per serializer and recording, the oldest first"),
        new("fathom serializers across monday.fathom friday.fathom --where serializer=System.Text.Json --columns +version,+size_bytes", "one of them, with its version"),
        new("fathom serializers across monday.fathom friday.fathom -o across.csv", "for a plot over days"),
    ];

    public override string Remarks =>
        "Ranks are those within a recording. Times of two recordings may differ for the day alone: 'fathom serializers diff' says what is certain.";

    protected override string[] Paths(ParseResult parsed) => parsed.GetValue(_recordings) switch
    {
        [var path] => throw FathomException.Usage("One recording has nothing to be compared with.", $"fathom serializers {path}, or fathom serializers across {path} OTHER.fathom"),
        var paths => paths!,
    };

    protected override Question Ask(Asked asked) => new(BaselineShapes.Across, static inquiry => inquiry.Result(new SerializerReport(inquiry.Session, inquiry.Stop).Across()));
}

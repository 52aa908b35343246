using Fathom.Model.Results;

namespace Fathom.Query.Serializers.Contests;

/// <summary>A sentence of the conclusion.</summary>
/// <param name="Topic">What it is about: one of the constants of this type.</param>
/// <param name="Names">Who it names, the first one first; empty where nothing is known.</param>
/// <param name="Text">The sentence, with its evidence, without a full stop.</param>
internal sealed record Conclusion(string Topic, IReadOnlyList<string> Names, string Text)
{
    public const string FastestBoth = "fastest both ways";
    public const string FastestWrite = "fastest to write";
    public const string FastestRead = "fastest to read";
    public const string Smallest = "smallest";
    public const string Readable = "readable";
    public const string Start = "quickest to start";
    public const string Foreign = "foreign data";
    public const string Versions = "versions of a type";
    public const string Advice = "advice";

    /// <summary>The columns of the table of conclusions. case_name and what follows it are empty where a sentence is about the serializers themselves.</summary>
    public static IReadOnlyList<ResultColumn> Columns { get; } =
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("lane", CellKind.Text),
        new("topic", CellKind.Text),
        new("serializers", CellKind.Text),
        new("sentence", CellKind.Text),
    ];

    /// <summary>The row of a sentence.</summary>
    /// <param name="of">A result of the case; null where it is about the serializers themselves.</param>
    public Cell[] Row(ComparedResult? of) =>
    [
        of is null ? default : Cell.Of(of.CaseName), of is null ? default : Cell.Of(of.N), of is null ? default : Cell.Of(of.PayloadBytes), of is null ? default : Cell.Of(of.Lane),
        Cell.Of(Topic), Names.Count == 0 ? default : Cell.Of(string.Join(", ", Names)), Cell.Of(Text),
    ];
}

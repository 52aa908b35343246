using Fathom.Query.Questions;
using Fathom.Query.Statements;

namespace Fathom.Query.Heap;

/// <summary>What the types of a heap are divided by, with the queries that do so.</summary>
/// <param name="Name">In the words of the command line.</param>
/// <param name="Query">The query about all objects.</param>
/// <param name="PartQuery">The query about live or dead ones.</param>
/// <param name="Shown">Hidden columns that it shows.</param>
public sealed record HeapDivision(string Name, string Query, string PartQuery, params IReadOnlyList<string> Shown)
{
    /// <summary>By type, module and load context only.</summary>
    public static HeapDivision Types { get; } = new("type", "heap/types", "heap/live_types");

    /// <summary>The question about some objects of a heap.</summary>
    /// <param name="population">Which objects.</param>
    /// <param name="rec">Position of the recording.</param>
    public SqlQuestion Of(HeapPopulation population, int rec = 0) => (population == HeapPopulation.All
        ? SqlQuestion.About(Query, rec)
        : SqlQuestion.About(PartQuery, rec, QueryParameter.Of("dead", population == HeapPopulation.Dead ? 1 : 0))).Showing([.. Shown]);
}

using System.Globalization;
using Fathom.Model;
using Fathom.Model.Heap;
using Fathom.Model.Patterns;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Objects;

/// <summary>Answers questions about single objects of the newest heap of a recording.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class ObjectReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>Sentences that a reader must know to trust the answer.</summary>
    public List<string> Notes { get; } = [];

    /// <summary>Objects that were listed. They may be of other types too.</summary>
    /// <param name="types">The types asked for, as written.</param>
    /// <param name="after">Only objects behind this address.</param>
    /// <param name="request">What is asked of the rows; null for all of them.</param>
    /// <exception cref="FathomException">The heap has no such type, or the recording does not hold its objects.</exception>
    public RequestedRows Objects(string types, ulong after, RowRequest? request = null)
    {
        PatternList patterns = new(types) { AreTypes = true };
        ResultTable all = session.Run(HeapDivision.Types.Of(HeapPopulation.All, rec), null, stop).Table;
        List<TableRow> wanted = [.. TableRow.All(all).Where(row => patterns.Matches(row.Text("type")))];
        if (wanted.Count == 0)
            throw Unknown(types, [.. TableRow.All(all).Select(static row => row.Text("type")!)]);
        if (after == 0)
        {
            long there = Objects(wanted);
            long listed = IsAllListed(all) ? there : Compare(types, patterns, there);
            if (request is { Tests: [{ Column.Name: "type" } only] } && only.Part.Value == types)
                request = request with { Kept = listed };
        }

        return session.Run("heap/objects", request, stop, QueryParameter.Of("rec", rec), QueryParameter.Of("one_look", session.HasOneHeap(rec)), QueryParameter.Of("after", (long)after));
    }

    /// <summary>One object that was looked into.</summary>
    /// <exception cref="FathomException">The recording does not hold it.</exception>
    public HeapObjectFacts Facts(ulong address)
    {
        TableRow row = TableRow.All(Run("heap/object", new QueryParameter("address", Cell.Of((long)address)))).FirstOrDefault() ?? throw FathomException.Target(
            $"'{session.Recordings[rec].Path}' does not hold the content of an object at 0x{address:x}.", $"fathom heap object PROCESS --address 0x{address:x} --save NAME.fathom keeps it");
        return new HeapObjectFacts
        {
            Address = address,
            Type = row.Text("type")!,
            Generation = row.Text("generation")!,
            SizeBytes = row.Number("size_bytes")!.Value,
            ElementCount = row.Number("element_count"),
            Capacity = row.Number("capacity"),
        };
    }

    /// <summary>Its fields or elements.</summary>
    /// <param name="facts">The object.</param>
    /// <param name="raw">The fields of a collection instead of its elements.</param>
    /// <param name="skip">Elements to pass.</param>
    public ResultTable Fields(HeapObjectFacts facts, bool raw, int skip)
    {
        bool elements = facts.HasElements && !raw;
        ResultTable rows = Run(
            "heap/object_fields",
            new QueryParameter("address", Cell.Of((long)facts.Address)),
            new QueryParameter("kind", Cell.Of(elements ? "element" : "field")),
            new QueryParameter("skip", Cell.Of(elements ? skip : 0L)));
        if (elements && skip + (long)rows.Rows.Count < facts.ElementCount)
        {
            Notes.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"{rows.Rows.Count:#,##0} of {facts.ElementCount:#,##0} elements were read; '--skip {skip + (long)rows.Rows.Count}' continues after them"));
        }

        return rows;
    }

    private static long Objects(IEnumerable<TableRow> types) => types.Sum(static row => row.Number("count")!.Value);

    // Then nothing is counted by type: a list of all objects of the only snapshot has as many rows as there are objects.
    private bool IsAllListed(ResultTable types) => session.HasOneHeap(rec) && session.Recordings[rec].Rows(HeapObjectRow.Schema.Name) == Objects(TableRow.All(types));

    private long Compare(string types, PatternList patterns, long there)
    {
        long listed = Objects(TableRow.All(Run("heap/listed_types")).Where(row => patterns.Matches(row.Text("type"))));
        if (listed >= there)
            return listed;
        if (listed == 0)
        {
            throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' counts {there.ToString("#,##0", CultureInfo.InvariantCulture)} "
                + $"{(there == 1 ? "object" : "objects")} of '{types}' and does not list {(there == 1 ? "it" : "them")}.",
                $"fathom heap objects PROCESS --type '{types}' --save NAME.fathom keeps them");
        }

        Notes.Add(string.Create(CultureInfo.InvariantCulture, $"{listed:#,##0} of {there:#,##0} objects of '{types}' are listed"));
        return listed;
    }

    private static FathomException Unknown(string types, IReadOnlyCollection<string> names)
    {
        IReadOnlyList<string> near = NearTypes.Find(types, names);
        return FathomException.Target(
            $"No object on the heap has a type '{types}'.",
            near.Count > 0 ? $"did you mean '{string.Join("' or '", near)}'?" : "fathom heap PROCESS lists the types; a * stands for any characters");
    }

    private ResultTable Run(string query, params QueryParameter[] parameters) => session.Run(query, stop, [new QueryParameter("rec", Cell.Of(rec)), .. parameters]);
}

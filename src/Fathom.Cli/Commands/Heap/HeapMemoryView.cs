using Fathom.Capture.Subjects;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Conditions;
using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Memory;
using Fathom.Render.Heap;
using Fathom.Render.Memory;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap SUBJECT --memory</c>: the types of the heap and all memory of the process, of one stop.</summary>
internal static class HeapMemoryView
{
    /// <summary>The question.</summary>
    /// <param name="asked">The run.</param>
    /// <param name="population">Which objects are counted; any but all tells live and dead ones apart in the memory too.</param>
    /// <param name="classic">Whether the rows of memory have the names of MemAnalyzer.</param>
    /// <param name="where">Conditions on the types.</param>
    /// <param name="moment">What is said of the moment.</param>
    public static SubjectQuestion Question(AskedSubjects asked, HeapPopulation population, bool classic, Condition[] where, GivenMoment moment)
    {
        bool isAll = population == HeapPopulation.All;
        bool ofCore = CoreSidecar.IsMissing(asked.Subjects[0]);
        SubjectReader reader = isAll ? SubjectReader.HeapAndMemory() : SubjectReader.HeapAndMemory(new LiveAnalysis());
        return new SubjectQuestion(HeapWithMemory.Shape(population, classic, ofCore), reader, inquiry =>
        {
            HeapReport heap = new(inquiry.Session, inquiry.Stop);
            MemoryReport memory = new(inquiry.Session, inquiry.Stop);
            HeapSnapshotFacts facts = heap.Facts(0);
            MemoryFacts look = memory.Facts(0);
            if (look.HeapDetail == 0 && facts.Source != "core")
                throw FathomException.Target($"The heap and the memory in '{asked.Words[0]}' were not read in one stop.", "record again with 'fathom heap PROCESS --memory --save FILE'");
            if (look.IsOfCoreAlone && !ofCore)
                inquiry.Show(HeapWithMemory.Shape(population, classic, ofCore: true));
            HeapWithMemory both = new(inquiry.Session, heap, memory, inquiry.Stop);
            ResultTable totals = both.Totals(0, population);
            long bytes = MemoryReport.Resident(totals);
            return inquiry.Result(both.Rows(0, population, classic)) with
            {
                Header = [.. HeapHeader.Of(facts), MemoryHeader.Sum(look, bytes)],
                Totals = totals,
                Losses = inquiry.Losses,
                Uncertainty = isAll ? null : heap.LiveUncertainty(rows: true, 0),
                Notes = [.. MemoryHeader.Differences(look, bytes)],
                Trend = facts.ToTrend(moment.Utc, moment.ContextOf(inquiry.Session.Recordings[0])),
            };
        })
        {
            Where = where,
        };
    }
}

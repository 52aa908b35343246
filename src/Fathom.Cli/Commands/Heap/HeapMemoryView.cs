using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Memory;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;
using Fathom.Render.Memory;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap SUBJECT --memory</c>: the types of the heap and all memory of the process, of one stop.</summary>
/// <param name="subject">The argument of the command.</param>
/// <param name="type">Its <c>--type</c>.</param>
/// <param name="source">Its options for sources.</param>
/// <param name="output">Its options for the result.</param>
internal sealed class HeapMemoryView(Argument<string> subject, Option<string[]> type, SourceOptions source, OutputOptions output)
{
    /// <summary>Shows it.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="context">The run.</param>
    /// <param name="population">Which objects are counted; any but all tells live and dead ones apart in the memory too.</param>
    /// <param name="classic">Whether the rows of memory have the names of MemAnalyzer.</param>
    /// <param name="trendOf">Makes the columns that lead a CSV file.</param>
    public ExitCode Show(
        ParseResult parsed, CommandContext context, HeapPopulation population, bool classic, Func<HeapSnapshotFacts, SubjectRecording, TrendContext> trendOf)
    {
        OutputRequest request = output.Read(parsed, context);
        string word = parsed.GetValue(subject)!;
        Subject found = source.Resolve(parsed, word)[0];
        bool ofCore = CoreSidecar.IsMissing(found);
        request = TypeFilter.Apply(type, parsed, request);
        OutputPlan plan = request.Bind(HeapWithMemory.Shape(population, classic, ofCore));
        SubjectReader reader = population == HeapPopulation.All ? SubjectReader.HeapAndMemory() : SubjectReader.HeapAndMemory(new LiveAnalysis());
        using SubjectRecording recording = source.Open(parsed, found, reader, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        HeapReport heap = new(session, context.Stop);
        MemoryReport memory = new(session, context.Stop);
        HeapSnapshotFacts facts = heap.Facts(0);
        MemoryFacts look = memory.Facts(0);
        if (look.HeapDetail == 0 && facts.Source != "core")
            throw FathomException.Target($"The heap and the memory in '{word}' are not of one stop.", "record again with 'fathom heap PROCESS --memory --save FILE'");
        if (look.IsOfCoreAlone && !ofCore)
            plan = request.Bind(HeapWithMemory.Shape(population, classic, ofCore: true));
        HeapWithMemory both = new(heap, memory);
        ResultTable totals = both.Totals(0, population);
        long bytes = MemoryReport.Sum(totals, "rss") ?? MemoryReport.Sum(totals, MemoryShapes.SavedTotal) ?? 0;
        return plan.Publish(new CommandResult("heap", [word], both.Rows(0, population, classic))
        {
            Header = [.. HeapHeader.Of(facts), MemoryHeader.Sum(look, bytes)],
            Totals = totals,
            Losses = heap.Losses(0),
            Uncertainty = population == HeapPopulation.All ? null : heap.LiveUncertainty(rows: true, 0),
            Notes = [.. session.Notices, .. MemoryHeader.Differences(look, bytes)],
            Trend = trendOf(facts, recording),
        });
    }
}

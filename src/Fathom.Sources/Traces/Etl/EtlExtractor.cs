using Fathom.Model.Recording;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Turns a Windows event trace (.etl) into tables: the same ones that traces of Linux and of .NET become.</summary>
/// <param name="paths">The files that sessions of one machine wrote at the same time: one as a rule. Or a zip with them.</param>
/// <param name="options">How it is read.</param>
public sealed class EtlExtractor(IReadOnlyList<string> paths, TraceOptions options) : IFileExtractor
{
    /// <summary>What recordings call the format.</summary>
    public const string FormatName = "etl";

    private const uint TraceId = 1;

    /// <summary>Reads one file, or a zip.</summary>
    /// <param name="path">It.</param>
    /// <param name="options">How it is read.</param>
    public EtlExtractor(string path, TraceOptions options)
        : this([path], options)
    {
    }

    /// <inheritdoc/>
    public string Source => FormatName;

    /// <inheritdoc/>
    public string? ProcessName => null;

    /// <inheritdoc/>
    public int Pid => 0;

    /// <inheritdoc/>
    public void Run(IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        using EtlReading reading = new(paths, options, progress, stop);
        PackedPdbs packed = new(reading.Zips);
        EventStacks stacks = new(lines: new ManagedLines(options.WindowsFolders, packed)) { FollowsTables = reading.IsOf64Bits };
        RuntimeWaits waits = new();
        reading.Read(sink, TraceId, stacks, waits, progress, stop);
        // Switches tell all waits, and those of runtimes are among them.
        if (!reading.HasSwitches)
            waits.Write(sink, stop);
        sink.Flush();
        progress.Report(new Progress("naming the frames", 0, 0));
        new FrameRows(sink).Write(TraceId, stacks, new WindowsFrameNames(stacks, options.WindowsFolders, packed), stop);
        reading.WriteShares(sink);
        EtlLosses.Write(sink, stacks);
    }
}

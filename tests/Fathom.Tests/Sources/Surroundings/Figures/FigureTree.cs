using System.Globalization;
using Fathom.Formats.MachineLog;
using Fathom.Model.Machine;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Surroundings.Figures;
using Fathom.Sources.Traces.MachineLog;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;

namespace Fathom.Tests.Sources.Surroundings.Figures;

/// <summary>Figures of a machine, or of a folder that looks like one, from readings to rows.</summary>
internal sealed class FigureTree : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly MachineFiles _machine;
    private readonly MemoryStream _bytes = new();
    private readonly MachineLogWriter _log;
    private readonly MachineFigures _figures;

    public FigureTree(string root, params int[] followed)
    {
        _machine = new MachineFiles(root);
        _log = new MachineLogWriter(_bytes);
        _log.Begin(0);
        _figures = new MachineFigures(_machine, _log);
        foreach (int pid in followed)
            _figures.Follow(pid);
    }

    public MachineFigures Figures => _figures;

    public void Read(long tsNs) => _figures.Next(tsNs);

    /// <summary>The rows of all readings, as "topic item fact: value value", in the order of the log.</summary>
    public string[] Rows()
    {
        (CollectingSink sink, _) = Extract();
        return
        [
            .. sink.Rows<MachineSampleRow>()
                .GroupBy(row => $"{sink.Text(row.Topic)} {sink.Text(row.Item) ?? "-"} {sink.Text(row.Fact)} {sink.Text(row.Kind)}")
                .Select(static series => $"{series.Key}: {string.Join(' ', series.Select(static row => row.Value?.ToString(CultureInfo.InvariantCulture) ?? "?"))}"),
        ];
    }

    /// <summary>The values of one figure.</summary>
    public long?[] Values(string topic, string? item, string fact)
    {
        (CollectingSink sink, _) = Extract();
        return
        [
            .. sink.Rows<MachineSampleRow>().Where(row => sink.Text(row.Topic) == topic && sink.Text(row.Item) == item && sink.Text(row.Fact) == fact)
                .Select(static row => row.Value),
        ];
    }

    public (CollectingSink Sink, IReadOnlyList<string> Notes) Extract()
    {
        string path = _folder.File($"{Guid.NewGuid():N}.log");
        File.WriteAllBytes(path, _bytes.ToArray());
        CollectingSink sink = new();
        MachineLogExtractor extractor = new(path);
        extractor.Run(sink, new SilentProgress(), CancellationToken.None);
        return (sink, extractor.Notes);
    }

    public void Dispose()
    {
        _figures.Dispose();
        _machine.Dispose();
        _log.Dispose();
        _folder.Dispose();
    }
}

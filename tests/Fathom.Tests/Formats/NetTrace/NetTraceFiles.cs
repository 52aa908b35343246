using System.IO.Compression;
using Fathom.TestSupport;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>The recordings of other projects.</summary>
internal static class NetTraceFiles
{
    public static readonly string[] Names =
    [
        "eventpipe-dotnetcore3.0-win-x64-objver4.nettrace",
        "eventpipe-dotnetcore6.0-win-x64-executioncheckpoints.nettrace",
        "HeartRateMonitor.10068.nettrace",
        "only_managed_samples.nettrace",
    ];

    public static readonly string[] OldNames =
    [
        "eventpipe-dotnetcore2.1-linux-x64-objver3.netperf",
        "eventpipe-dotnetcore2.1-linux-x64-tracelogging.netperf",
    ];

    /// <summary>What another reader found in a recording, one line for each type of event; empty where nobody wrote it down.</summary>
    public static string[] Baseline(string name)
    {
        string file = Path.Combine(Needs.DataFolder(), "nettrace", "perfview", name + ".baseline.txt");
        return File.Exists(file) ? [.. File.ReadAllLines(file).Where(line => line.Length > 0)] : [];
    }

    /// <summary>The content of a zipped recording; the test is skipped where the folder of recordings is absent.</summary>
    public static byte[] Read(string name)
    {
        using ZipArchive zip = ZipFile.OpenRead(Path.Combine(Needs.DataFolder(), "nettrace", "perfview", name + ".zip"));
        using Stream entry = zip.Entries.Single(e => e.Length > 0).Open();
        using MemoryStream content = new();
        entry.CopyTo(content);
        return content.ToArray();
    }
}

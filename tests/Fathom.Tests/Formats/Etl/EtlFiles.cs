using System.IO.Compression;
using Fathom.Formats.Etl;
using Fathom.TestSupport;

namespace Fathom.Tests.Formats.Etl;

/// <summary>The Windows traces of other projects.</summary>
internal static class EtlFiles
{
    /// <summary>Those with the text that PerfView made of them on Windows.</summary>
    public static readonly string[] WithBaseline =
    [
        "perfview/gcevents.etl.zip", "perfview/gcrundownevents.etl.zip", "perfview/primitive-types.etl.zip",
            "perfview/net.4.5.2.x86.etl.zip", "perfview/net.4.5.x86.win7.etl.zip",
    ];

    /// <summary>Those with our own count beside them.</summary>
    public static readonly string[] WithCounts =
    [
        "dotnet-performance/DynamicEvents.etl.zip", "msbuild/PerfViewData.etl.zip", "monogame/PerfViewData.etl.zip",
            "sawbuck/image_data_32_v0.etl", "sawbuck/image_data_32_v2.etl",
        "sawbuck/image_data_64_v1.etl", "sawbuck/process_data_32_v1.etl", "sawbuck/process_data_32_v3.etl",
            "sawbuck/vista_test_data_32_v1.etl",
    ];

    /// <summary>The others.</summary>
    public static readonly string[] Others = ["perfview/SelfDescribingSingleEvent.etl", "tx/HTTP_Server.etl", "tx/KernelNetwork.etl",
        "tx/WsRm01.etl"];

    /// <summary>All of them.</summary>
    public static IEnumerable<string> All => [.. WithBaseline, .. WithCounts, .. Others];

    /// <summary>Where a file is; the test is skipped where the folder of recordings is absent.</summary>
    public static string PathOf(string name) => Path.Combine([Needs.DataFolder(), "etl", .. name.Split('/')]);

    /// <summary>The content of a trace, unpacked.</summary>
    public static byte[] Read(string name)
    {
        byte[] content = File.ReadAllBytes(PathOf(name));
        if (!name.EndsWith(".zip", StringComparison.Ordinal))
            return content;
        using ZipArchive zip = new(new MemoryStream(content));
        using Stream entry = zip.Entries.Single(static one => one.Name.EndsWith(".etl", StringComparison.Ordinal)).Open();
        using MemoryStream unpacked = new();
        entry.CopyTo(unpacked);
        return unpacked.ToArray();
    }

    /// <summary>Opens a trace in memory.</summary>
    public static EtlTrace Open(byte[] content, string name = "test") => new(
        (offset, buffer) =>
        {
            int count = (int)Math.Min((ulong)buffer.Length, (ulong)content.Length - Math.Min((ulong)content.Length, offset));
            content.AsSpan(content.Length - (content.Length - (int)Math.Min((ulong)content.Length, offset)), count).CopyTo(buffer);
            return count;
        },
        content.Length,
        name,
        CancellationToken.None);
}

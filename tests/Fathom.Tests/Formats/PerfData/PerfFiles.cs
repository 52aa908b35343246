using Fathom.TestSupport;

namespace Fathom.Tests.Formats.PerfData;

/// <summary>Recordings of perf: our own small ones, which <c>eng/make-perf-data</c> makes, and those of another project.</summary>
internal static class PerfFiles
{
    private static readonly string s_folder = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Formats", "PerfData", "data");

    /// <summary>Names of our own.</summary>
    public static readonly string[] Own = ["switches", "compressed", "pipe", "fields", "sampled", "killed"];

    /// <summary>A recording of our own.</summary>
    public static byte[] Read(string name) => File.ReadAllBytes(Path.Combine(s_folder, name + ".data"));

    /// <summary>What perf says of it.</summary>
    public static string Text(string name) => File.ReadAllText(Path.Combine(s_folder, name + ".txt"));

    /// <summary>A recording of another project; the test is skipped where the folder of recordings is absent.</summary>
    public static byte[] ReadPublic(string name) => File.ReadAllBytes(Path.Combine(Needs.DataFolder(), "perf", "linux-perf-data", name));

    /// <summary>Skips the test where a recording is compressed and the machine has no libzstd.</summary>
    public static void NeedsZstd(string name)
    {
        if (name is "compressed" or "pipe")
            Needs.Library("libzstd.so.1", Needs.ZstdReason);
    }
}

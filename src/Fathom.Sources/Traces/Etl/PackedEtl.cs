using System.IO.Compression;

namespace Fathom.Sources.Traces.Etl;

/// <summary>The Windows traces in a zip (.etl.zip of PerfView), or in a session of Visual Studio (.diagsession).</summary>
/// <remarks>
/// A trace that was not merged is several files: NAME.etl of the programs beside NAME.kernel.etl, and NAME.clrRundown.etl of what was told at
/// the end; others call them kernel.etl and user.etl. A .diagsession is a zip with metadata.xml, and holds one session.
/// </remarks>
internal static class PackedEtl
{
    private const string Ending = ".etl";
    private const string SessionFile = "metadata.xml";
    private const int Most = 64;

    // What tells the files of one session apart.
    private static readonly string[] s_parts = ["kernel", "user", "clrRundown", "kernelRundown", "userheap", "user_aux"];

    /// <summary>The traces in a zip.</summary>
    public static IReadOnlyList<ZipArchiveEntry> EntriesOf(ZipArchive zip) =>
        [.. zip.Entries.Where(static entry => entry.Name.EndsWith(Ending, StringComparison.OrdinalIgnoreCase)).Take(Most)];

    /// <summary>Whether several are those of one session, as their names say.</summary>
    public static bool IsOneSession(ZipArchive zip, IReadOnlyList<ZipArchiveEntry> entries) =>
        zip.GetEntry(SessionFile) is not null
        || (entries.Select(static entry => Path.GetDirectoryName(entry.FullName)).Distinct().Count() == 1
            && entries.Select(static entry => StemOf(entry.Name)).Distinct(StringComparer.OrdinalIgnoreCase).Count() == 1);

    // trace.kernel.etl, trace.etl -> trace; kernel.etl, user.etl -> nothing.
    private static string StemOf(string name)
    {
        string stem = name[..^Ending.Length];
        string last = stem[(stem.LastIndexOfAny(['.', '_', '-']) + 1)..];
        return Array.Exists(s_parts, part => part.Equals(last, StringComparison.OrdinalIgnoreCase)) || Array.Exists(s_parts, part =>
            part.Equals(stem, StringComparison.OrdinalIgnoreCase))
            ? stem[..^last.Length].TrimEnd('.', '_', '-')
            : stem;
    }
}

using System.IO.Compression;
using Fathom.Files;
using Fathom.Sources.Traces.Etl;

namespace Fathom.Sources.Subjects;

/// <summary>Zip files, by their first bytes. One is opened to see whether it is a recording.</summary>
internal static class ArchiveHead
{
    /// <summary>The detail of a zip that cannot be opened.</summary>
    public const string Damaged = "damaged";

    /// <summary>The name of a recording of perf in an archive of perfcollect.</summary>
    public const string PerfData = "perf.data";

    private const string PerfText = "perf.data.txt";
    private const int MaxNamedEntries = 3;

    public static FileDescription? Recording(FileDescription file, FileHead head) =>
        Look(file, head, zip => RecordingSigns.IsPacked(zip) ? file : null, null);

    public static FileDescription? PerfCollect(FileDescription file, FileHead head) => Look(
        file,
        head,
        zip => Array.Find([PerfData, PerfText], name => zip.Entries.Any(entry => entry.Name == name)) is { } found ? file with { Detail = found } : null,
        null);

    public static FileDescription? Etl(FileDescription file, FileHead head) => Look(
        file,
        head,
        zip => PackedEtl.EntriesOf(zip) is { Count: > 0 } traces ? file with { Detail = Named(traces) } : null,
        null);

    public static FileDescription? Zip(FileDescription file, FileHead head) => Look(
        file,
        head,
        zip =>
        {
            // What its first entry holds is a part of what must be readable.
            RecordingSigns.IsPacked(zip);
            return file with { Detail = Named(zip.Entries) };
        },
        file with { Detail = Damaged });

    private static string Named(IReadOnlyList<ZipArchiveEntry> entries)
    {
        string names = string.Join(", ", entries.Take(MaxNamedEntries).Select(static entry => entry.FullName));
        return entries.Count > MaxNamedEntries ? names + ", …" : names;
    }

    private static FileDescription? Look(FileDescription file, FileHead head, Func<ZipArchive, FileDescription?> look, FileDescription? damaged)
    {
        if (!IsZip(head.Bytes))
            return null;
        try
        {
            using ZipArchive zip = new(RegularFile.OpenRead(file.Path), ZipArchiveMode.Read);
            return look(zip);
        }
        catch (Exception e) when (IsDamage(e))
        {
            return damaged;
        }
    }

    private static bool IsZip(ReadOnlySpan<byte> head) => head.StartsWith("PK\u0003\u0004"u8) || head.StartsWith("PK\u0005\u0006"u8);

    private static bool IsDamage(Exception e) => e is InvalidDataException or IOException or NotSupportedException or ArgumentException;
}

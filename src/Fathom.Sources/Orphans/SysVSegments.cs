using System.Globalization;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans.Cases;

namespace Fathom.Sources.Orphans;

/// <summary>
/// Segments of System V that no process has attached, from <c>/proc/sysvipc/shm</c>: a line of names and a line per segment, in columns. They live until
/// somebody removes them. The last known owner is the process that made the segment; its number may belong to another process by now.
/// </summary>
internal static class SysVSegments
{
    private const long MostBytes = 1L << 60;

    /// <summary>Reads the lines; those of another form are skipped.</summary>
    /// <param name="lines">Lines of <c>/proc/sysvipc/shm</c>, with the head.</param>
    /// <param name="users">Names of users.</param>
    /// <param name="started">When a process started, seconds since 1970; null where there is none of that number.</param>
    public static IEnumerable<OrphanCase> Parse(IReadOnlyList<string> lines, UserNames users, Func<int, long?> started)
    {
        if (lines.Count == 0)
            yield break;
        string[] names = Fields(lines[0]);
        foreach (string line in lines.Skip(1))
        {
            string[] fields = Fields(line);
            if (fields.Length < names.Length || Number("nattch") != 0)
                continue;
            long size = Math.Clamp(Number("rss"), 0, MostBytes) + Math.Clamp(Number("swap"), 0, MostBytes);
            if (size <= 0)
                continue;
            int creator = unchecked((int)Number("cpid"));
            long made = Math.Clamp(Number("ctime"), 0, uint.MaxValue);
            bool lives = started(creator) is { } start && start <= made;
            string user = users[unchecked((uint)Number("uid"))];
            yield return new OrphanCase(
                OrphanKinds.SysV,
                size,
                string.Create(CultureInfo.InvariantCulture, $"no process attached; made or changed {DateTimeOffset.FromUnixTimeSeconds(made):yyyy-MM-ddTHH:mm:ssZ}, last used by pid {Number("lpid")}"))
            {
                OwnerPid = creator,
                Owner = lives ? null : string.Create(CultureInfo.InvariantCulture, $"created by pid {creator}, which has ended; user {user}"),
                Name = string.Create(CultureInfo.InvariantCulture, $"shmid {Number("shmid")}, key {unchecked((uint)Number("key")):x8}"),
            };

            // Numbers may be below zero: the key is printed as a signed one.
            long Number(string name) =>
                Array.IndexOf(names, name) is var at and >= 0 && long.TryParse(fields[at], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long value) ? value : 0;
        }
    }

    private static string[] Fields(string line) => line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
}

using System.Globalization;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Threads.Unwinding;

/// <summary>The mapped files of a running process.</summary>
internal static class LiveMappings
{
    private const string Vdso = "[vdso]";

    /// <summary>Reads them, in address order; empty where the process has gone.</summary>
    public static List<MappedFile> Read(int processId)
    {
        try
        {
            return [.. File.ReadLines($"/proc/{processId}/maps").Select(Parse).OfType<MappedFile>()];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Reads one line: <c>START-END PERMS OFFSET DEVICE INODE    PATH</c>. Null where no file is mapped.</summary>
    public static MappedFile? Parse(string line)
    {
        // The path is the rest of the line and may hold blanks.
        int path = line.IndexOf('/', StringComparison.Ordinal);
        path = path < 0 ? line.IndexOf(Vdso, StringComparison.Ordinal) : path;
        string[] fields = line.Split(' ', 4);
        string[] range = fields[0].Split('-');
        bool isMapping = path > 0 && fields.Length == 4 && range.Length == 2;
        return isMapping && TryHex(range[0], out ulong start) && TryHex(range[1], out ulong end) && TryHex(fields[2], out ulong offset)
            ? new MappedFile(start, end, offset, line[path..])
            : null;
    }

    private static bool TryHex(string text, out ulong value) => ulong.TryParse(text, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out value);
}

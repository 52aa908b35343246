using System.Globalization;
using System.Text;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Ports;

/// <summary>
/// Where the diagnostic port of a process lies: <c>dotnet-diagnostic-PID-START-socket</c> in its TMPDIR. The runtime uses the number that it knows itself by, and
/// the folder as it sees it. Number 1 is that of the first process of every container: where some share a folder, only the moment of the start tells whose port it is.
/// </summary>
internal static class RuntimePortPath
{
    private const string UsualFolder = "/tmp";

    /// <summary>The port, as a path of ours; null where there is none that we can see.</summary>
    public static string? Find(int processId)
    {
        using ProcReader reader = new("/proc");
        if (!ProcStat.TryRead(reader, processId, out ProcStat stat))
            return null;
        int inner = ProcStatus.Of(processId)?.InnermostPid ?? processId;
        string folder = TemporaryFolder(processId, reader);
        // Where its files may not be looked at, its root may not either.
        // The name has number and start, so a port in our folders is its own.
        bool seesOurs = SharedFiles.PlaceOf(processId) is not { } place || place == SharedFiles.Own;
        string[] folders = seesOurs ? [folder, Path.GetTempPath()] : [$"/proc/{processId}/root{folder}", $"/proc/{processId}/root{UsualFolder}"];
        string name = string.Create(CultureInfo.InvariantCulture, $"dotnet-diagnostic-{inner}-{stat.StartTicks}-socket");
        return folders.Select(place => Path.Combine(place, name)).FirstOrDefault(File.Exists);
    }

    private static string TemporaryFolder(int processId, ProcReader reader)
    {
        if (reader.Read(processId, "environ"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read)
            return UsualFolder;
        foreach (Range range in text.Split((byte)0))
        {
            if (text[range].StartsWith("TMPDIR=/"u8))
                return Path.TrimEndingDirectorySeparator(Encoding.UTF8.GetString(text[range]["TMPDIR="u8.Length..]));
        }

        return UsualFolder;
    }
}

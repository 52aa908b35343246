using System.Globalization;
using System.Text;
using Fathom.Formats.PerfData.Writing;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>Tells of the processes that run already: their threads, and the code that they have mapped.</summary>
/// <param name="into">Gets the records.</param>
/// <param name="buildIds">The build ids that are known.</param>
/// <param name="pool">Gets the names of threads.</param>
/// <param name="withData">Whether records of mapped data are written too.</param>
internal sealed class RunningProcesses(PerfDataPipe into, BuildIds buildIds, PoolTids pool, bool withData = false)
{
    /// <summary>Processes that were told of.</summary>
    public int Count { get; private set; }

    /// <summary>Tells of all, or of some.</summary>
    /// <param name="only">Those that are meant; null for all.</param>
    /// <param name="untilBootNs">What started later tells of itself. Time since the machine was started.</param>
    public void Write(IReadOnlyList<int>? only, long untilBootNs)
    {
        using ProcessStarts starts = new();
        foreach (int pid in only ?? Numbers("/proc"))
        {
            try
            {
                if (starts.SinceBootNs(pid) <= untilBootNs)
                    WriteOne(pid);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It has ended, or belongs to somebody else.
            }
        }
    }

    private void WriteOne(int pid)
    {
        string folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}");
        byte[] own = Name($"{folder}/comm");
        into.Thread(pid, pid, own);
        pool.Named((uint)pid, own);
        Count++;
        foreach (int tid in Numbers($"{folder}/task"))
        {
            if (tid == pid || TryName(string.Create(CultureInfo.InvariantCulture, $"{folder}/task/{tid}/comm")) is not { } name)
                continue;
            into.Thread(pid, tid, name);
            pool.Named((uint)tid, name);
        }

        ReadOnlySpan<byte> maps = File.ReadAllBytes($"{folder}/maps");
        foreach (Range line in maps.Split((byte)'\n'))
        {
            if (MappingLine.TryParse(maps[line], out MappedCode code, withData))
                into.Mapping(pid, code.IsData ? code : code with { BuildId = buildIds.Of(pid, code) });
        }
    }

    private static byte[] Name(string file) => Encoding.UTF8.GetBytes(File.ReadAllText(file).TrimEnd('\n'));

    private static byte[]? TryName(string file)
    {
        try
        {
            return Name(file);
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>Numbers of processes in a folder of <c>/proc</c>, or of threads in one of a process.</summary>
    public static IEnumerable<int> Numbers(string folder) =>
        Directory.EnumerateDirectories(folder).Select(static name => int.TryParse(Path.GetFileName(name.AsSpan()), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : -1)
            .Where(static number => number > 0);
}

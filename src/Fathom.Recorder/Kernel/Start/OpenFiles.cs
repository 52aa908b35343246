using System.Globalization;
using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Calls;

namespace Fathom.Recorder.Kernel.Start;

/// <summary>
/// Tells which descriptors processes have open, and in which folder each works, from <c>/proc/PID/fd</c>, <c>fdinfo</c> and <c>cwd</c>.
/// </summary>
internal static class OpenFiles
{
    private const int Octal = 8;
    private const string Flags = "flags:";

    /// <summary>Processes with all that descend from them now.</summary>
    public static IReadOnlyList<int> WithChildren(IReadOnlyList<int> pids)
    {
        (int Pid, int? Parent)[] all = [.. RunningProcesses.Numbers("/proc").Select(static pid => (pid, ParentOf(pid)))];
        HashSet<int> found = [.. pids];
        for (int before = 0; before != found.Count;)
        {
            before = found.Count;
            found.UnionWith(all.Where(each => each.Parent is { } parent && found.Contains(parent)).Select(static each => each.Pid));
        }

        return [.. found];
    }

    /// <summary>Writes them.</summary>
    /// <param name="into">Gets the samples.</param>
    /// <param name="eventId">Id of the event.</param>
    /// <param name="only">The processes; null for all.</param>
    /// <returns>Samples.</returns>
    public static int Write(PerfDataPipe into, ulong eventId, IReadOnlyList<int>? only)
    {
        int written = 0;
        foreach (int pid in only ?? [.. RunningProcesses.Numbers("/proc")])
        {
            try
            {
                written += WriteOne(into, eventId, pid);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It has ended, or belongs to somebody else: its descriptors are not known.
            }
        }

        return written;
    }

    private static int WriteOne(PerfDataPipe into, ulong eventId, int pid)
    {
        string folder = string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}");
        int written = 0;
        Tell(SystemCallKind.Folder, 0, 0, $"{folder}/cwd");
        foreach (string name in Directory.EnumerateFileSystemEntries($"{folder}/fd"))
        {
            if (int.TryParse(Path.GetFileName(name.AsSpan()), NumberStyles.None, CultureInfo.InvariantCulture, out int number))
                Tell(SystemCallKind.Descriptor, number, FlagsOf(string.Create(CultureInfo.InvariantCulture, $"{folder}/fdinfo/{number}")),
                    name);
        }

        return written;

        void Tell(SystemCallKind kind, int number, long flags, string link)
        {
            if (new FileInfo(link).LinkTarget is not { } target)
                return;
            byte[] path = Encoding.UTF8.GetBytes(target);
            into.Opened(eventId, pid, Clocks.NowNs(), kind, number, flags,
                path.AsSpan(0, Math.Min(path.Length, SystemCall.MostTextBytes - 1)));
            written++;
        }
    }

    // Behind the name in brackets, which may have spaces, come the state and the parent.
    private static int? ParentOf(int pid)
    {
        try
        {
            string stat = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/stat"));
            return stat[(stat.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is [_, var parent, ..]
                && int.TryParse(parent, NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long FlagsOf(string file)
    {
        try
        {
            string? line = File.ReadLines(file).FirstOrDefault(static line => line.StartsWith(Flags, StringComparison.Ordinal));
            return line is null ? 0 : Convert.ToInt64(line[Flags.Length..].Trim(), Octal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException)
        {
            return 0;
        }
    }
}

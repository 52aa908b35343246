using System.Globalization;

namespace Fathom.Recorder.Kernel.Events;

/// <summary>The folder of the kernel's tracepoints (tracefs).</summary>
internal sealed class TraceFiles
{
    private const string Usual = "/sys/kernel/tracing";
    private const string Old = "/sys/kernel/debug/tracing";

    private TraceFiles(string folder) => Folder = folder;

    /// <summary>Where it is mounted.</summary>
    public string Folder { get; }

    /// <summary>Finds it; null where it is not mounted, or not to be read by this user.</summary>
    public static TraceFiles? Find() => new[] { Usual, Old }.FirstOrDefault(IsReadable) is { } folder ? new TraceFiles(folder) : null;

    /// <summary>Whether it is mounted at all, for messages.</summary>
    public static bool IsMounted() => MountsOf("/proc/self/mounts").Any(static line => line.Split(' ') is [_, _, "tracefs", ..]);

    /// <summary>A tracepoint; null where the kernel does not have it.</summary>
    /// <param name="fullName">System and name with a colon between them.</param>
    public TracepointFile? Tracepoint(string fullName)
    {
        if (fullName.Split(':') is not [{ Length: > 0 } system, { Length: > 0 } name] || fullName.AsSpan().IndexOfAny('/', '.', '*') >= 0)
            return null;
        string folder = Path.Combine(Folder, "events", system, name);
        try
        {
            return ulong.TryParse(File.ReadAllText(Path.Combine(folder, "id")).Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out ulong id)
                ? new TracepointFile(system, name, id, File.ReadAllBytes(Path.Combine(folder, "format")))
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Names of tracepoints of a system, for messages.</summary>
    public IEnumerable<string> NamesOf(string system)
    {
        string folder = Path.Combine(Folder, "events", system);
        return Directory.Exists(folder) ? Directory.EnumerateDirectories(folder).Select(name => $"{system}:{Path.GetFileName(name)}") : [];
    }

    /// <summary>Names of all systems, for messages.</summary>
    public IEnumerable<string> Systems() => Directory.EnumerateDirectories(Path.Combine(Folder, "events")).Select(static name => Path.GetFileName(name));

    /// <summary>A text that belongs to all tracepoints; empty where it cannot be read.</summary>
    public byte[] Common(string name)
    {
        try
        {
            return File.ReadAllBytes(Path.Combine(Folder, "events", name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static bool IsReadable(string folder)
    {
        try
        {
            return File.ReadAllText(Path.Combine(folder, "events/sched/sched_switch/id")).Length > 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static string[] MountsOf(string file)
    {
        try
        {
            return File.ReadAllLines(file);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}

using System.Globalization;
using Fathom.Files;
using Fathom.Formats.PerfMap;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Traces.Rows;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Symbols;

/// <summary>
/// Names of code that processes compiled while they ran, from the maps that they wrote for perf: <c>perf-PID.map</c>, where PID is the number of the process in the trace. Those that the user named
/// are taken for any trace; those of this machine only where it recorded the trace itself since it was started.
/// </summary>
/// <param name="places">Folders, and maps themselves, that the user named; they go first.</param>
/// <param name="bootUnixNs">When this machine was started, if it recorded the trace since then; null otherwise. Asked when a map is first looked for.</param>
public sealed class CompiledMaps(IReadOnlyList<string> places, Func<long?> bootUnixNs)
{
    private const long MostGivenBytes = 256L << 20;
    private const long MostOwnBytes = 64L << 20;
    private const string Before = "perf-";
    private const string After = ".map";

    private readonly Dictionary<int, PerfMapFile?> _maps = [];

    /// <summary>Whether a file has the name of a map and is there.</summary>
    public static bool Is(string path) => PidOf(path) is not null && RegularFile.Is(path);

    /// <summary>The code at an address of a process; null where no map lists it.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="address">The address.</param>
    public CompiledFunction? Find(int pid, ulong address)
    {
        if (!_maps.TryGetValue(pid, out PerfMapFile? map))
            _maps.Add(pid, map = Given(pid) ?? (bootUnixNs() is { } sinceNs ? Own(pid, sinceNs) : null));
        if (map?.Find(address) is not { } symbol)
            return null;
        (string name, string? module) = CompiledName.Of(symbol.Name);
        return new CompiledFunction(name, module, address - symbol.Start);
    }

    /// <summary>Whether a process has a map. Known when an address of it was asked for.</summary>
    public bool Has(int pid) => _maps.GetValueOrDefault(pid) is not null;

    /// <summary>Whether a reason is that of a process whose runtime was asked, and did not tell.</summary>
    public static bool WasAsked(string? reason) => reason == CodeImageFacts.NotTold;

    /// <summary>Why code of a process has no name, as the end of a sentence.</summary>
    public string ReasonOf(int pid) => Has(pid) ? "the map of its process does not list them"
        : $"{NameOf(pid)} is in no folder of --symbol-path, and "
            + (bootUnixNs() is null ? "this machine did not record the trace since its last reboot, or the trace does not say"
                : "/tmp has none of its user (DOTNET_PerfMapEnabled) that is newer than the last reboot");

    private static string NameOf(int pid) => string.Create(CultureInfo.InvariantCulture, $"{Before}{pid}{After}");

    private static int? PidOf(string path) =>
        Path.GetFileName(path) is var name && name.StartsWith(Before, StringComparison.Ordinal) && name.EndsWith(After, StringComparison.Ordinal)
            && int.TryParse(name.AsSpan(Before.Length..^After.Length), NumberStyles.None, CultureInfo.InvariantCulture, out int pid)
            ? pid
            : null;

    private PerfMapFile? Given(int pid) => places
        .Select(place => PidOf(place) == pid ? place : Path.Join(place, NameOf(pid)))
        .Select(static path => TryRead(path, MostGivenBytes, static _ => true))
        .FirstOrDefault(static map => map is not null);

    // A program in a container writes it where it sees /tmp, with the number that it has there.
    private static PerfMapFile? Own(int pid, long sinceNs) =>
        TryRead(Path.Join("/tmp", NameOf(pid)), MostOwnBytes, file => IsOwn(file, pid, sinceNs))
            ?? (ProcStatus.Of(pid)?.InnermostPid is { } inside
                ? TryRead(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/root/tmp/{NameOf(inside)}"), MostOwnBytes, file => IsOwn(file, pid, sinceNs))
                : null);

    // Anyone may put a file there: it must belong to whom its process belongs to, to root, or to us.
    private static bool IsOwn(SafeFileHandle file, int pid, long sinceNs) =>
        FileStatus.TryRead((int)file.DangerousGetHandle(), FileStatus.User, out FileStatus status)
            && (status.UserId == 0 || status.UserId == FileOwner.OwnUser || FileOwner.Of($"/proc/{pid}") == status.UserId)
            && new DateTimeOffset(File.GetLastWriteTimeUtc(file)).ToUnixTimeMilliseconds() >= sinceNs / 1_000_000;

    private static PerfMapFile? TryRead(string path, long mostBytes, Func<SafeFileHandle, bool> mayName)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
            if (file is null || length > mostBytes || !mayName(file))
                return null;
            // It is taken as long as it is now.
            using StreamReader lines = new(new MemoryStream(FileReading.Whole(file, length)));
            return PerfMapFile.Read(lines);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

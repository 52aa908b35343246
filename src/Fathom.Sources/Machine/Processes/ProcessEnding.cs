using System.Buffers.Text;
using System.Globalization;
using Fathom.Files;
using Fathom.Sources.Machine.Resources;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Learns why a process ended that is not a child of this one. The kernel tells it of a process that its parent has not asked about yet, and since 6.15 to whom
/// holds a descriptor of the process; otherwise it is not known.
/// </summary>
/// <remarks>
/// <code>
/// /proc/PID/stat, field 52        the wait status, of a process in state Z; 0 for who may not trace it
/// ioctl PIDFD_GET_INFO            0 what is asked and answered (bit 3: how it ended)   60 the wait status
/// wait status                     low 7 bits: signal, 0 = it ended by itself; bit 7: a core was written; bits 8 to 15: exit code
/// </code>
/// <para>
/// Source: proc(5), wait(2) and pidfd.h of the kernel. A process that the kernel killed for lack of memory ends by SIGKILL as any other; the kernel counts such
/// kills for each control group and for the machine, so a count that rose meanwhile is told beside the signal.
/// </para>
/// </remarks>
public sealed unsafe class ProcessEnding : IDisposable
{
    /// <summary>What is told where the kernel does not say it.</summary>
    public const string NotKnown = "not known why";

    private const int Killed = 9;
    private const int StatusField = 52;
    private const nuint GetInfo = 0xC040FF0B;
    private const ulong HowItEnded = 1 << 3;
    private const int InfoSize = 64;
    private const int StatusAt = 60;

    private readonly int _processId;
    private readonly int _descriptor;
    private readonly string? _groupEvents;
    private readonly long? _groupKills;
    private readonly long? _machineKills;

    private ProcessEnding(int processId)
    {
        _processId = processId;
        _descriptor = PidFdCalls.Open(processId, 0);
        _groupEvents = GroupEvents(processId);
        (_groupKills, _machineKills) = (Kills(_groupEvents), Kills("/proc/vmstat"));
    }

    /// <summary>Begins while the process runs.</summary>
    public static ProcessEnding Begin(int processId) => new(processId);

    /// <summary>Says why it ended: "exit code N", "killed by signal 11 (SIGSEGV)", "not known why".</summary>
    public string Tell() => Status() is not { } status ? NotKnown : Text(status, Kills(_groupEvents) > _groupKills, Kills("/proc/vmstat") > _machineKills);

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_descriptor >= 0)
            _ = FileCalls.Close(_descriptor);
    }

    /// <summary>The words for a wait status.</summary>
    internal static string Text(int status, bool groupKilled, bool machineKilled)
    {
        int signal = status & 0x7f;
        if (signal == 0)
            return string.Create(CultureInfo.InvariantCulture, $"exit code {(status >> 8) & 0xff}");
        string core = (status & 0x80) != 0 ? ", a core was written" : "";
        string memory = signal != Killed ? ""
            : groupKilled ? "; the kernel killed a process of its control group for lack of memory meanwhile"
            : machineKilled ? "; the kernel killed a process for lack of memory meanwhile"
            : "";
        return string.Create(CultureInfo.InvariantCulture, $"killed by signal {signal}{SignalName(signal)}{core}{memory}");
    }

    /// <summary>The wait status in the text of <c>stat</c>; null where it tells none.</summary>
    /// <param name="text">The text.</param>
    /// <param name="seesAll">Whether the reader may trace any process: what may not be seen is shown as 0, which is also how most programs end.</param>
    internal static int? StatusOf(ReadOnlySpan<byte> text, bool seesAll)
    {
        if (!ProcStat.TryParse(text, out ProcStat stat) || !stat.HasEnded)
            return null;
        ReadOnlySpan<byte> rest = text[(text.LastIndexOf((byte)')') + 2)..];
        int field = 3;
        foreach (Range range in rest.Split((byte)' '))
        {
            if (field++ == StatusField)
                return Utf8Parser.TryParse(rest[range], out int status, out _) && (status != 0 || seesAll) ? status : null;
        }

        return null;
    }

    // A parent may ask at any moment, and then the other place has it.
    private int? Status() => FromDescriptor() ?? FromStat() ?? FromDescriptor();

    private int? FromDescriptor()
    {
        if (_descriptor < 0)
            return null;
        Span<byte> info = stackalloc byte[InfoSize];
        info.Clear();
        BitConverter.TryWriteBytes(info, HowItEnded);
        fixed (byte* at = info)
        {
            bool isTold = PidFdCalls.Control(_descriptor, GetInfo, at) == 0 && (BitConverter.ToUInt64(info) & HowItEnded) != 0;
            return isTold ? BitConverter.ToInt32(info[StatusAt..]) : null;
        }
    }

    private int? FromStat()
    {
        bool seesAll = ProcStatus.Of(Environment.ProcessId)?.HasCapability(Capability.SysPtrace) == true;
        using ProcReader reader = new("/proc");
        return reader.Read(_processId, "stat"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read ? StatusOf(text, seesAll) : null;
    }

    private static string? GroupEvents(int processId)
    {
        try
        {
            CgroupPlace? place = CgroupPlace.Find(File.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/cgroup")), CgroupPlace.Mounts);
            return place is null ? null : Path.Combine(place.Folder, place.Version == 1 ? "memory.oom_control" : "memory.events");
        }
        catch (Exception none) when (none is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // "oom_kill 3", one such line in each of these files; null where the kernel does not count them.
    private static long? Kills(string? path)
    {
        try
        {
            string? line = path is null ? null : File.ReadLines(path).FirstOrDefault(static line => line.StartsWith("oom_kill ", StringComparison.Ordinal));
            return long.TryParse(line?["oom_kill ".Length..], NumberStyles.None, CultureInfo.InvariantCulture, out long kills) ? kills : null;
        }
        catch (Exception none) when (none is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // The numbers are the same on x64 and arm64.
    private static string SignalName(int signal) => signal switch
    {
        1 => " (SIGHUP)",
        2 => " (SIGINT)",
        3 => " (SIGQUIT)",
        4 => " (SIGILL)",
        5 => " (SIGTRAP)",
        6 => " (SIGABRT)",
        7 => " (SIGBUS)",
        8 => " (SIGFPE)",
        Killed => " (SIGKILL)",
        10 => " (SIGUSR1)",
        11 => " (SIGSEGV)",
        12 => " (SIGUSR2)",
        13 => " (SIGPIPE)",
        14 => " (SIGALRM)",
        15 => " (SIGTERM)",
        24 => " (SIGXCPU)",
        25 => " (SIGXFSZ)",
        31 => " (SIGSYS)",
        _ => "",
    };
}

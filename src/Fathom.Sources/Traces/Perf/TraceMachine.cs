using Fathom.Formats.Elf;
using Fathom.Formats.Kallsyms;
using Fathom.Formats.PerfData.Features;

namespace Fathom.Sources.Traces.Perf;

/// <summary>What this machine adds to a trace that it recorded itself since it was started: addresses of its kernel, and when it was started. Nothing of it fits another trace.</summary>
/// <param name="features">What the trace says of its machine.</param>
/// <param name="text">Where the trace says that the kernel's code began; 0 where it does not say.</param>
/// <param name="startUnixNs">When the trace began; null where it does not say.</param>
internal sealed class TraceMachine(PerfFeatures features, ulong text, long? startUnixNs)
{
    private const string Notes = "/sys/kernel/notes";
    private const string Symbols = "/proc/kallsyms";
    private const long ClockErrorMs = 5_000;

    private bool _isAsked;
    private KernelSymbols? _kernel;
    private string _reason = "no symbol covers them";

    /// <summary>Symbols of the kernel, where that of the trace is the one that runs here, at the same place; null otherwise. They are read when they are first asked for.</summary>
    public KernelSymbols? Kernel
    {
        get
        {
            if (!_isAsked)
                (_isAsked, _kernel) = (true, ReadKernel());
            return _kernel;
        }
    }

    /// <summary>Why code of the kernel has no name, as the end of a sentence.</summary>
    public string KernelReason
    {
        get
        {
            _ = Kernel;
            return _reason;
        }
    }

    /// <summary>The build id of the kernel; null where the trace does not tell.</summary>
    public string? KernelBuildId => features.BuildIds.FirstOrDefault(static entry => entry.IsKernel && entry.Path.StartsWith("[kernel.kallsyms]", StringComparison.Ordinal))?.BuildId;

    /// <summary>When the trace began, if this machine recorded it since it was started; null otherwise.</summary>
    public long? OwnStartUnixNs => startUnixNs is { } known && known >= BootUnixNs && Kernel is not null ? known : null;

    /// <summary>When this machine was started, a little early, as its clock may have been set since.</summary>
    public static long BootUnixNs => (TimeProvider.System.GetUtcNow().ToUnixTimeMilliseconds() - Environment.TickCount64 - ClockErrorMs) * 1_000_000;

    private KernelSymbols? ReadKernel()
    {
        try
        {
            _reason = WhyOther() ?? "";
            if (_reason.Length > 0)
                return null;
            using FileStream lines = new(Symbols, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, bufferSize: 0);
            KernelSymbols? symbols = KernelSymbols.Read(lines, text);
            _reason = symbols is null ? "the kernel here is at other addresses, or they are hidden from this user" : "no symbol covers them";
            return symbols;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _reason = "this user may not read the symbols of the kernel";
            return null;
        }
    }

    // The address space of a kernel is moved at each start, so that symbols of another start would name wrongly.
    private string? WhyOther() =>
        features.HostName != Environment.MachineName ? "it was recorded on another machine"
        : startUnixNs is { } known && known < BootUnixNs ? "the machine was rebooted since"
        : text == 0 ? "the trace does not hold the address of the kernel"
        : KernelBuildId is { } recorded && recorded != ElfNotes.BuildIdIn(File.ReadAllBytes(Notes)) ? "the kernel here is of another build"
        : null;
}

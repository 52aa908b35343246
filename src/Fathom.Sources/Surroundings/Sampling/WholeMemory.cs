using System.Buffers.Text;
using System.Diagnostics;
using Fathom.Formats.MachineLog;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Surroundings.Sampling;

/// <summary>
/// Tells a log how much memory each process has for itself (PSS) and in swap. The kernel walks all pages of a process for that, so it is done at the begin and at the end only, the largest process
/// first, and no longer than allowed.
/// </summary>
/// <param name="root">What stands before <c>/proc</c>.</param>
/// <param name="log">Gets it.</param>
internal sealed class WholeMemory(string root, MachineLogWriter log)
{
    private const int Kibibyte = 1024;

    /// <summary>Reads it.</summary>
    /// <param name="processes">The processes.</param>
    /// <param name="tsNs">When.</param>
    /// <param name="limit">How long it may take.</param>
    /// <returns>What is missing, a sentence each.</returns>
    public IEnumerable<string> Read(IEnumerable<SampledProcess> processes, long tsNs, TimeSpan limit)
    {
        using ProcReader proc = new($"{root}/proc");
        long start = Stopwatch.GetTimestamp();
        int refused = 0, missed = 0;
        foreach (SampledProcess process in processes.OrderByDescending(static process => process.RssBytes))
        {
            if (Stopwatch.GetElapsedTime(start) > limit)
                missed++;
            else if (!TryRead(proc, process, tsNs))
                refused++;
        }

        return [.. Missing(refused, "the kernel refused; root may read it for processes in its own containers and namespaces", tsNs), .. Missing(missed, "the time limit was reached", tsNs)];
    }

    // One that ended meanwhile lacks nothing.
    private bool TryRead(ProcReader proc, SampledProcess process, long tsNs)
    {
        ProcReadState state = proc.Read(process.Pid, "smaps_rollup"u8, out ReadOnlySpan<byte> text);
        if (state == ProcReadState.Read)
        {
            if (Size(text, "Pss:"u8) is { } pss)
                log.Write(new LoggedMemory(process.Number, tsNs, pss, Size(text, "Swap:"u8)));
            return true;
        }

        bool isThere = proc.Read(process.Pid, "status"u8, out text) == ProcReadState.Read;
        if (isThere && Size(text, "VmSwap:"u8) is { } swap)
            log.Write(new LoggedMemory(process.Number, tsNs, null, swap));
        return !isThere || state == ProcReadState.Gone;
    }

    private IEnumerable<string> Missing(int count, string reason, long tsNs)
    {
        if (count == 0)
            return [];
        log.Write(new LoggedLoss(tsNs, "pss_bytes", count, reason));
        return [$"pss_bytes of {count} {(count == 1 ? "process is" : "processes are")} missing: {reason}"];
    }

    // "Pss:     1234 kB", one per line.
    private static long? Size(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        foreach (Range range in text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = text[range];
            if (line.StartsWith(name))
                return Utf8Parser.TryParse(line[name.Length..].TrimStart(" \t"u8), out long value, out _) && value is >= 0 and < long.MaxValue / Kibibyte ? value * Kibibyte : null;
        }

        return null;
    }
}

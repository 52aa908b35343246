using System.Buffers.Text;
using System.Globalization;

namespace Fathom.Sources.Machine.Processes;

/// <summary>What <c>/proc/PID/status</c> says, one <c>Name:\tvalue</c> per line. A line that is absent leaves its value null.</summary>
public readonly record struct ProcStatus
{
    /// <summary>Effective user id, the one that <c>ps</c> shows.</summary>
    public uint? UserId { get; private init; }

    /// <summary>Resident memory: private, file and shared pages. Bytes. Absent for kernel threads and processes that have ended.</summary>
    public long? RssBytes { get; private init; }

    /// <summary>Resident memory of no file: heaps, stacks. Bytes. Absent as that is.</summary>
    public long? AnonymousBytes { get; private init; }

    /// <summary>The process number in the innermost PID namespace that the process lives in.</summary>
    public int? InnermostPid { get; private init; }

    /// <summary>How many PID namespaces see the process, ours and all below it; 1 is only ours.</summary>
    public int NamespaceDepth { get; private init; }

    /// <summary>The process that a thread belongs to.</summary>
    public int? ThreadGroup { get; private init; }

    /// <summary>The thread that traces this process, 0 for none.</summary>
    public int? Tracer { get; private init; }

    /// <summary>Permitted capabilities, one bit each.</summary>
    public ulong? PermittedCapabilities { get; private init; }

    /// <summary>Effective capabilities, one bit each.</summary>
    public ulong? EffectiveCapabilities { get; private init; }

    /// <summary>0 no system call filter, 1 strict, 2 a filter program.</summary>
    public int? Seccomp { get; private init; }

    /// <summary>Whether a capability is in effect.</summary>
    public bool HasCapability(Capability capability) => (EffectiveCapabilities.GetValueOrDefault() >> (int)capability & 1) != 0;

    /// <summary>Reads that of a process or thread, or null when it is gone.</summary>
    public static ProcStatus? Of(int id)
    {
        using ProcReader reader = new("/proc");
        return reader.Read(id, "status"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read ? Parse(text) : null;
    }

    /// <summary>Reads the lines that are known; others are skipped.</summary>
    public static ProcStatus Parse(ReadOnlySpan<byte> text)
    {
        ProcStatus status = default;
        foreach (Range range in text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = text[range];
            int colon = line.IndexOf((byte)':');
            if (colon > 0)
                status = status.With(line[..colon], line[(colon + 1)..].Trim(" \t"u8));
        }

        return status;
    }

    private ProcStatus With(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value)
    {
        if (name.SequenceEqual("Uid"u8))
            return this with { UserId = (uint?)LongNumber(Field(value, 1)) };
        if (name.SequenceEqual("VmRSS"u8))
            return this with { RssBytes = LongNumber(value) * 1024 };
        if (name.SequenceEqual("RssAnon"u8))
            return this with { AnonymousBytes = LongNumber(value) * 1024 };
        if (name.SequenceEqual("NSpid"u8))
            return this with { InnermostPid = Number(Field(value, -1)), NamespaceDepth = value.Count((byte)'\t') + 1 };
        if (name.SequenceEqual("TracerPid"u8))
            return this with { Tracer = Number(value) };
        if (name.SequenceEqual("Tgid"u8))
            return this with { ThreadGroup = Number(value) };
        if (name.SequenceEqual("CapPrm"u8))
            return this with { PermittedCapabilities = Hexadecimal(value) };
        if (name.SequenceEqual("CapEff"u8))
            return this with { EffectiveCapabilities = Hexadecimal(value) };
        if (name.SequenceEqual("Seccomp"u8))
            return this with { Seccomp = Number(value) };
        return this;
    }

    private static ReadOnlySpan<byte> Field(ReadOnlySpan<byte> value, int index)
    {
        if (index < 0)
            return value[(value.LastIndexOf((byte)'\t') + 1)..];
        foreach (Range range in value.Split((byte)'\t'))
        {
            if (index-- == 0)
                return value[range];
        }

        return default;
    }

    private static int? Number(ReadOnlySpan<byte> value) => Utf8Parser.TryParse(value, out int number, out _) ? number : null;

    private static long? LongNumber(ReadOnlySpan<byte> value) => Utf8Parser.TryParse(value, out long number, out _) ? number : null;

    private static ulong? Hexadecimal(ReadOnlySpan<byte> value) =>
        ulong.TryParse(value, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong number) ? number : null;
}

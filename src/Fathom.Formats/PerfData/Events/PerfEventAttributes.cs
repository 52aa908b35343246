using System.Buffers.Binary;

namespace Fathom.Formats.PerfData.Events;

/// <summary>What an event counts and which fields its records have: <c>perf_event_attr</c> of <c>linux/perf_event.h</c>.</summary>
/// <remarks>The structure grew with the kernel from 64 bytes on; fields that are not there are zero, and bytes that are unknown are passed over.</remarks>
public sealed record PerfEventAttributes
{
    /// <summary>The least size in bytes.</summary>
    public const int LeastBytes = 64;

    /// <summary>
    /// Events that all processors count have this <see cref="Type"/>; the upper half of <see cref="Config"/> is the kind of core.
    /// </summary>
    public const uint HardwareType = 0;

    /// <summary>A tracepoint has this <see cref="Type"/>, and its number as <see cref="Config"/>.</summary>
    public const uint TracepointType = 2;

    private const ulong SampleIdAllFlag = 1UL << 18;
    private const ulong FrequencyFlag = 1UL << 10;
    private const ulong ClockIdFlag = 1UL << 25;

    /// <summary>Kind of event: 0 hardware, 1 software, 2 tracepoint, 3 cache, 4 raw, 5 breakpoint, others by the machine.</summary>
    public uint Type { get; init; }

    /// <summary>Which event of its kind.</summary>
    public ulong Config { get; init; }

    /// <summary>Occurrences between two samples, or samples per second where <see cref="IsFrequency"/>.</summary>
    public ulong Period { get; init; }

    /// <summary>Fields of its samples.</summary>
    public PerfSampleFields SampleFields { get; init; }

    /// <summary>Fields of a read value: 1 time enabled, 2 time running, 4 id, 8 group, 16 lost.</summary>
    public ulong ReadFormat { get; init; }

    /// <summary>The bits as they stand; <see cref="PerfEventBits"/> has those that this project sets.</summary>
    public ulong Flags { get; init; }

    /// <summary>Bytes in the buffer at which a reader is woken, or events where <see cref="PerfEventBits.Watermark"/> is not set.</summary>
    public uint Wakeup { get; init; }

    /// <summary>Kinds of branches, and of the fields of a branch stack.</summary>
    public ulong BranchFields { get; init; }

    /// <summary>Which registers of the program samples have.</summary>
    public ulong UserRegisters { get; init; }

    /// <summary>Bytes of the program's stack that samples have at most.</summary>
    public uint UserStackBytes { get; init; }

    /// <summary>Number of the clock where one was asked for.</summary>
    public int ClockNumber { get; init; }

    /// <summary>Which registers at the interrupt samples have.</summary>
    public ulong InterruptRegisters { get; init; }

    /// <summary>Frames of a call chain at most; 0 means what the machine has set.</summary>
    public int MaxStack { get; init; }

    /// <summary>Whether records other than samples end with thread, time and id.</summary>
    public bool HasTrailer => (Flags & SampleIdAllFlag) != 0;

    /// <summary>
    /// Whether the weight of a sample is the number of frames of the program, from the innermost on, whose caller in the call chain is certain; callers without frame pointer may be missing from
    /// there on. Fathom's recorder writes it. The kernel has no weights for software events and tracepoints, and writes 0 where they are requested, which is right for its chains too.
    /// </summary>
    public bool HasExactFrames => Type is PerfSoftware.Type or TracepointType && SampleFields.HasFlag(PerfSampleFields.Weight | PerfSampleFields.Callchain);

    /// <summary>Whether the kernel chose the period so that samples come at a rate.</summary>
    public bool IsFrequency => (Flags & FrequencyFlag) != 0;

    /// <summary>The clock of all times: 1 is CLOCK_MONOTONIC. Null for the clock of perf itself.</summary>
    public int? ClockId => (Flags & ClockIdFlag) != 0 ? ClockNumber : null;

    /// <summary>Reads the structure.</summary>
    /// <param name="bytes">At least <see cref="LeastBytes"/> of it; what its own size says is missing counts as zero.</param>
    public static PerfEventAttributes Parse(ReadOnlySpan<byte> bytes)
    {
        int own = (int)Math.Min((uint)bytes.Length, BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]));
        // Size 0 stands for the first version.
        ReadOnlySpan<byte> known = bytes[..Math.Max(LeastBytes, own)];
        return new PerfEventAttributes
        {
            Type = BinaryPrimitives.ReadUInt32LittleEndian(known),
            Config = U64(known, 8),
            Period = U64(known, 16),
            SampleFields = (PerfSampleFields)U64(known, 24),
            ReadFormat = U64(known, 32),
            Flags = U64(known, 40),
            Wakeup = (uint)U64(known, 48),
            BranchFields = U64(known, 72),
            UserRegisters = U64(known, 80),
            UserStackBytes = (uint)U64(known, 88),
            ClockNumber = (int)(U64(known, 88) >> 32),
            InterruptRegisters = U64(known, 96),
            MaxStack = (ushort)(U64(known, 104) >> 32),
        };
    }

    private static ulong U64(ReadOnlySpan<byte> bytes, int at) => bytes.Length >= at + 8 ? BinaryPrimitives.ReadUInt64LittleEndian(bytes[at..]) : 0;
}

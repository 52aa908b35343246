using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A sample. It refers to the reader's buffer: valid until it has been handled. Fields that its event does not have are 0, -1 or empty.</summary>
public readonly ref struct PerfSample
{
    private readonly ReadOnlySpan<byte> _body;
    private readonly SampleLayout _layout;
    private readonly ref readonly SampleParts _parts;
    private readonly ushort _misc;

    internal PerfSample(PerfEvent source, ReadOnlySpan<byte> body, ushort misc, ref readonly SampleParts parts)
    {
        Event = source;
        _layout = source.Layout;
        _body = body;
        _misc = misc;
        _parts = ref parts;
    }

    /// <summary>The event.</summary>
    public PerfEvent Event { get; }

    /// <summary>Time in nanoseconds of the recording's clock; 0 where the event has none.</summary>
    public long TimeNs => (long)SampleLayout.Number(_body, _layout.Time);

    /// <summary>Process, -1 where unknown.</summary>
    public int Pid => _layout.Tid < 0 ? -1 : BinaryPrimitives.ReadInt32LittleEndian(_body[_layout.Tid..]);

    /// <summary>Thread, -1 where unknown.</summary>
    public int Tid => _layout.Tid < 0 ? -1 : BinaryPrimitives.ReadInt32LittleEndian(_body[(_layout.Tid + 4)..]);

    /// <summary>Processor, -1 where unknown.</summary>
    public int Cpu => _layout.Cpu < 0 ? -1 : BinaryPrimitives.ReadInt32LittleEndian(_body[_layout.Cpu..]);

    /// <summary>Address of the code.</summary>
    public ulong Ip => SampleLayout.Number(_body, _layout.Ip);

    /// <summary>Address of the data.</summary>
    public ulong Address => SampleLayout.Number(_body, _layout.Address);

    /// <summary>Id of the event.</summary>
    public ulong Id => SampleLayout.Number(_body, _layout.Id);

    /// <summary>Id of the event's instance.</summary>
    public ulong StreamId => SampleLayout.Number(_body, _layout.StreamId);

    /// <summary>Occurrences that the sample stands for: those since the last sample, or the event's fixed period.</summary>
    public ulong Period => _layout.Period >= 0 ? SampleLayout.Number(_body, _layout.Period) : Event.Attributes.Period;

    /// <summary>What the processor ran.</summary>
    public PerfCpuMode CpuMode => (PerfCpuMode)(_misc & PerfMisc.ModeMask);

    /// <summary>Whether <see cref="Ip"/> is that of the very instruction.</summary>
    public bool IsExact => (_misc & PerfMisc.Bit14) != 0;

    /// <summary>Call chain, leaf first, with <see cref="CallchainMarker">markers</see> between its parts.</summary>
    public ReadOnlySpan<ulong> Callchain => MemoryMarshal.Cast<byte, ulong>(_parts.Callchain.Of(_body));

    /// <summary>Fields of the tracepoint, which <see cref="PerfEvent.Format"/> describes; padding follows them.</summary>
    public ReadOnlySpan<byte> Raw => _parts.Raw.Of(_body);

    /// <summary>Values of counters, as <see cref="PerfEventAttributes.ReadFormat"/> says.</summary>
    public ReadOnlySpan<ulong> Read => MemoryMarshal.Cast<byte, ulong>(_parts.Read.Of(_body));

    /// <summary>Last branches, the newest first.</summary>
    public ReadOnlySpan<PerfBranch> Branches => MemoryMarshal.Cast<byte, PerfBranch>(_parts.Branches.Of(_body));

    /// <summary>0 no registers, 1 those of a 32-bit program, 2 those of a 64-bit program.</summary>
    public int UserRegistersAbi => (int)_parts.UserAbi;

    /// <summary>Registers of the program, one for each bit of <see cref="PerfEventAttributes.UserRegisters"/>, lowest bit first.</summary>
    public ReadOnlySpan<ulong> UserRegisters => MemoryMarshal.Cast<byte, ulong>(_parts.UserRegisters.Of(_body));

    /// <summary>Bytes of the program's stack, from its top on.</summary>
    public ReadOnlySpan<byte> UserStack => _parts.UserStack.Of(_body);

    /// <summary>As <see cref="UserRegistersAbi"/>.</summary>
    public int InterruptRegistersAbi => (int)_parts.InterruptAbi;

    /// <summary>Registers at the sample, one for each bit of <see cref="PerfEventAttributes.InterruptRegisters"/>.</summary>
    public ReadOnlySpan<ulong> InterruptRegisters => MemoryMarshal.Cast<byte, ulong>(_parts.InterruptRegisters.Of(_body));

    /// <summary>Cost of a memory access; in three parts of 32, 16 and 16 bits where the event has <see cref="PerfSampleFields.WeightParts"/>.</summary>
    public ulong Weight => _parts.Weight;

    /// <summary>Where a memory access was answered (<c>perf_mem_data_src</c>).</summary>
    public ulong DataSource => _parts.DataSource;

    /// <summary>Why a transaction was given up.</summary>
    public ulong Transaction => _parts.Transaction;

    /// <summary>Physical address of the data.</summary>
    public ulong PhysicalAddress => _parts.PhysicalAddress;

    /// <summary>Id of the control group.</summary>
    public ulong CgroupId => _parts.Cgroup;

    /// <summary>Size of the data's page in bytes.</summary>
    public ulong DataPageSizeBytes => _parts.DataPageSize;

    /// <summary>Size of the code's page in bytes.</summary>
    public ulong CodePageSizeBytes => _parts.CodePageSize;

    /// <summary>A piece of a hardware trace.</summary>
    public ReadOnlySpan<byte> Aux => _parts.Aux.Of(_body);
}

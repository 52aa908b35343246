using Fathom.Formats.PerfData.Events;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>What the programs share with each other and with the recorder.</summary>
internal sealed class CallMaps : IDisposable
{
    /// <summary>Numbers of calls are below this.</summary>
    public const int MostNumbers = 512;

    /// <summary>Value of a process that is recorded.</summary>
    public const int IsRecorded = 1;

    /// <summary>Value of one that is not, but whose children are.</summary>
    public const int IsParent = 2;

    /// <summary>Where in the kind of a call the place of its path stands, from 1.</summary>
    public const int PathBits = 8;

    /// <summary>The same of the second path.</summary>
    public const int OtherPathBits = 16;

    /// <summary>The same of the descriptors that it makes.</summary>
    public const int PairBits = 24;

    /// <summary>Bits of what a sample of the call tells (<see cref="SystemCallKind"/>).</summary>
    public const int KindMask = 0xff;

    /// <summary>Bits of a place.</summary>
    public const int PlaceMask = 0xf;

    private const int MostProcesses = 1 << 16;
    private const int MostPending = 1 << 14;
    private const int CounterCount = 8;

    private readonly int _possible = Start.CpuList.PossibleCount();

    /// <summary>By number of a call: what is read of it; 0 where it is not recorded.</summary>
    public int Kinds { get; } = BpfCalls.Create(BpfCalls.Array, sizeof(uint), sizeof(uint), MostNumbers);

    /// <summary>Processes.</summary>
    public int Processes { get; } = BpfCalls.Create(BpfCalls.HashOfLatest, sizeof(uint), sizeof(uint), MostProcesses);

    /// <summary>Calls that have not returned, by thread.</summary>
    public int Pending { get; } = BpfCalls.Create(BpfCalls.Hash, sizeof(uint), CallCode.PendingBytes, MostPending, BpfCalls.WithoutRoom);

    /// <summary>Room to make a sample.</summary>
    public int Scratch { get; } =
        BpfCalls.Create(BpfCalls.ArrayOfEachProcessor, sizeof(uint), SystemCall.HeadBytes + (2 * SystemCall.MostTextBytes), 1);

    /// <summary>Counters.</summary>
    public int Counters { get; } = BpfCalls.Create(BpfCalls.ArrayOfEachProcessor, sizeof(uint), sizeof(ulong), CounterCount);

    /// <summary>Events that take samples, by processor.</summary>
    public int Rings { get; } = BpfCalls.Create(BpfCalls.PerfEvents, sizeof(uint), sizeof(uint), Start.CpuList.PossibleCount());

    /// <summary>Those for samples without callers.</summary>
    public int PlainRings { get; } = BpfCalls.Create(BpfCalls.PerfEvents, sizeof(uint), sizeof(uint), Start.CpuList.PossibleCount());

    /// <summary>Why one of them could not be made; 0 where all were.</summary>
    public int Error => Math.Max(0, -All.Min());

    private int[] All => [Kinds, Processes, Pending, Scratch, Counters, Rings, PlainRings];

    /// <summary>Says what is recorded of calls.</summary>
    /// <param name="calls">Calls that are recorded as file calls.</param>
    /// <param name="traced">Numbers of those that are recorded as system calls.</param>
    /// <param name="isArm">Whether the numbers are those of arm64.</param>
    public void Record(IReadOnlyList<RecordedCall> calls, IReadOnlyList<int> traced, bool isArm)
    {
        uint[] kinds = new uint[MostNumbers];
        foreach (int number in traced.Where(static number => number is >= 0 and < MostNumbers))
            kinds[number] = (uint)SystemCallKind.Traced;
        foreach (RecordedCall call in calls)
        {
            if ((isArm ? call.Arm64 : call.X64) is >= 0 and < MostNumbers and var number)
            {
                kinds[number] |= (uint)SystemCallKind.Call | Place(call, CallArgument.Path, PathBits)
                    | Place(call, CallArgument.OtherPath, OtherPathBits) | Place(call, CallArgument.Pair, PairBits);
            }
        }

        for (int number = 0; number < MostNumbers; number++)
        {
            if (kinds[number] != 0)
                _ = BpfCalls.Update(Kinds, (uint)number, kinds[number]);
        }
    }

    /// <summary>Sum of a counter over processors.</summary>
    public long Count(CallCounter counter)
    {
        Span<ulong> values = new ulong[_possible];
        return BpfCalls.Find(Counters, (uint)counter, values) == 0 ? values.ToArray().Sum(static value => (long)value) : 0;
    }

    /// <summary>Calls that have not returned.</summary>
    public List<PendingCall> PendingCalls()
    {
        List<PendingCall> found = [];
        Span<ulong> words = stackalloc ulong[CallCode.PendingBytes / sizeof(ulong)];
        uint? key = null;
        while (found.Count < MostPending && BpfCalls.TryNext(Pending, key, out uint tid))
        {
            key = tid;
            if (BpfCalls.Find(Pending, tid, words) != 0)
                continue;
            ulong[] arguments = new ulong[SystemCall.ArgumentCount];
            for (int i = 0; i < arguments.Length; i++)
                arguments[i] = words[(CallCode.PendingWords / sizeof(ulong)) + CallCode.ArgumentWords[i]];
            int number = (int)(uint)words[1];
            found.Add(new PendingCall((int)(words[1] >> 32), (int)tid, number, KindOf(number), (long)words[0], arguments));
        }

        return found;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (int file in All.Where(static file => file >= 0))
            _ = PerfCalls.Close(file);
    }

    private SystemCallKind KindOf(int number)
    {
        Span<ulong> value = stackalloc ulong[1];
        return BpfCalls.Find(Kinds, (uint)number, value) == 0 ? (SystemCallKind)(value[0] & KindMask) : SystemCallKind.None;
    }

    private static uint Place(RecordedCall call, CallArgument argument, int bits) => (uint)(call.PlaceOf(argument) + 1) << bits;
}

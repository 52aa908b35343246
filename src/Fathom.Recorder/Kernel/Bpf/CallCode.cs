using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;

namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>
/// The programs that record system calls: one where a thread enters a call, one where it returns, one where it ends, one where a process
/// makes another one.
/// </summary>
/// <remarks>
/// The first keeps time, number and arguments by the thread. The second reads the texts that the arguments point to, which the call itself
/// has just read, and writes one sample
/// (<see cref="SystemCall"/>) into the ring of the processor. Of processes that are not recorded nothing is kept.
/// The callers are most of what a call costs. Calls that are recorded only as system calls have them where they failed or took long.
/// </remarks>
/// <param name="maps">What they share.</param>
internal sealed class CallCode(CallMaps maps)
{
    /// <summary>Bytes that are kept of a call until it returns: time, number and process in 4 bytes each, words of registers.</summary>
    public const int PendingBytes = PendingWords + (WordCount * sizeof(ulong));

    /// <summary>Place of the registers in them.</summary>
    public const int PendingWords = 16;

    /// <summary>Calls that take as long have their callers.</summary>
    public const int LongNs = 10_000;

    private const int WordCount = 8;

    // Places on the stack.
    private const int Number = -4;
    private const int Key = -8;
    private const int Mode = -24;
    private const int Pending = -120;
    private const int Words = Pending + PendingWords;

    private const int TimePlace = 8;
    private const int ResultPlace = 16;
    private const int ArgumentPlace = 24;
    private const int PairPlace = 72;
    private const int PairBytes = 8;

    // struct pt_regs of x64: r10 r9 r8 ax cx dx si di orig_ax ip cs from byte 56 on. Arguments are di, si, dx, r10, r8, r9.
    private const int X64Place = 56;
    private const int X64Bytes = 88;
    private const int X64Code = 0x33;

    private static readonly int[] s_x64Words = [7, 6, 5, 0, 2, 1];
    private static readonly int[] s_armWords = [0, 1, 2, 3, 4, 5];

    /// <summary>In which word of the registers each argument is.</summary>
    public static ReadOnlySpan<int> ArgumentWords => IsX64 ? s_x64Words : s_armWords;

    private static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;

    /// <summary>The one where a thread enters a call: registers and number of the call are its arguments.</summary>
    /// <param name="ownProcess">The recorder, where all processes are recorded but it; 0 where only some are.</param>
    public byte[] Enter(int ownProcess)
    {
        BpfCode code = new BpfCode()
            .Move(BpfCode.R6, BpfCode.R1)
            .Load(BpfCode.R7, BpfCode.R6, sizeof(ulong))
            .JumpIf(BpfCode.R7, BpfCode.If.Above, CallMaps.MostNumbers - 1, "end")
            .Store(BpfCode.Stack, Number, BpfCode.R7, BpfCode.Size.Word)
            .Find(maps.Kinds, Number)
            .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "end")
            .Load(BpfCode.R8, BpfCode.R0, 0, BpfCode.Size.Word)
            .JumpIf(BpfCode.R8, BpfCode.If.Equal, 0, "end")
            .Call(BpfHelper.Thread)
            .Move(BpfCode.R9, BpfCode.R0)
            .Right(BpfCode.R0, 32);
        Recorded(code, ownProcess);

        code.Store(BpfCode.Stack, Key, BpfCode.R9, BpfCode.Size.Word)
            .Call(BpfHelper.Time)
            .Store(BpfCode.Stack, Pending, BpfCode.R0)
            .Store(BpfCode.Stack, Pending + 8, BpfCode.R7, BpfCode.Size.Word)
            .Right(BpfCode.R9, 32)
            .Store(BpfCode.Stack, Pending + 12, BpfCode.R9, BpfCode.Size.Word)
            .OnStack(BpfCode.R1, Words)
            .Set(BpfCode.R2, IsX64 ? X64Bytes : WordCount * sizeof(ulong))
            .Load(BpfCode.R3, BpfCode.R6, 0);
        if (IsX64)
            code.Plus(BpfCode.R3, X64Place);
        code.Call(BpfHelper.ReadKernel)
            .JumpIf(BpfCode.R0, BpfCode.If.NotEqual, 0, "missed");
        // A program of 32 bits has other numbers.
        if (IsX64)
            code.Load(BpfCode.R1, BpfCode.Stack, Mode).And(BpfCode.R1, 0xffff).JumpIf(BpfCode.R1, BpfCode.If.NotEqual, X64Code, "other");
        code.Map(BpfCode.R1, maps.Pending)
            .OnStack(BpfCode.R2, Key)
            .OnStack(BpfCode.R3, Pending)
            .Set(BpfCode.R4, 0)
            .Call(BpfHelper.Update)
            .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "end")
            .Label("missed");
        Count(code, CallCounter.NotKept, "end");
        if (IsX64)
        {
            code.Jump("end").Label("other");
            Count(code, CallCounter.OtherProcessor, "end");
        }

        return code.Label("end").Set(BpfCode.R0, 0).Exit().Made();
    }

    /// <summary>The one where a thread returns: registers and result are its arguments.</summary>
    public byte[] Leave()
    {
        BpfCode code = Head(isEnd: false)
            .Load(BpfCode.R1, BpfCode.R6, sizeof(ulong))
            .Store(BpfCode.R9, ResultPlace, BpfCode.R1)
            .StoreNumber(BpfCode.R9, PairPlace, 0);
        Arguments(code);

        // From here on r7 is the number of bytes of texts.
        code.Set(BpfCode.R7, 0);
        Text(code, CallMaps.PathBits, 4, "other");
        Text(code, CallMaps.OtherPathBits, 6, "pair");
        Argument(code, CallMaps.PairBits, "write")
            .Move(BpfCode.R1, BpfCode.R9).Plus(BpfCode.R1, PairPlace).Set(BpfCode.R2, PairBytes).Call(BpfHelper.ReadUser)
            .Label("write")
            .Move(BpfCode.R1, BpfCode.R8).And(BpfCode.R1, (int)SystemCallKind.Call)
            .JumpIf(BpfCode.R1, BpfCode.If.NotEqual, 0, "callers")
            .Load(BpfCode.R1, BpfCode.R9, ResultPlace)
            .JumpIf(BpfCode.R1, BpfCode.If.AtMost, -1, "callers")
            .Call(BpfHelper.Time)
            .Load(BpfCode.R1, BpfCode.R9, TimePlace)
            .MinusRegister(BpfCode.R0, BpfCode.R1)
            .JumpIf(BpfCode.R0, BpfCode.If.Above, LongNs - 1, "callers");
        Count(code, CallCounter.Plain, "end");
        code.Map(BpfCode.R2, maps.PlainRings).Jump("output").Label("callers");
        Count(code, CallCounter.Returned, "end");
        code.Map(BpfCode.R2, maps.Rings).Label("output");
        return Tail(code).Made();
    }

    /// <summary>The one where a thread ends, perhaps in a call, which then never returns.</summary>
    public byte[] End()
    {
        BpfCode code = Head(isEnd: true)
            .StoreNumber(BpfCode.R9, ResultPlace, 0)
            .StoreNumber(BpfCode.R9, PairPlace, 0);
        Arguments(code);
        code.Set(BpfCode.R7, 0);
        Count(code, CallCounter.Returned, "end");
        code.Map(BpfCode.R2, maps.Rings);
        return Tail(code).Made();
    }

    /// <summary>The one that an event of perf asks whether it counts: 1 for those of recorded processes, which it counts.</summary>
    /// <param name="ownProcess">The recorder, where all processes are recorded but it; 0 where only some are.</param>
    /// <param name="counter">What it counts.</param>
    public byte[] Filter(int ownProcess, CallCounter counter)
    {
        BpfCode code = new BpfCode().Call(BpfHelper.Thread).Right(BpfCode.R0, 32);
        Recorded(code, ownProcess);
        Count(code, counter, "end");
        return code.Set(BpfCode.R0, 1).Exit().Label("end").Set(BpfCode.R0, 0).Exit().Made();
    }

    /// <summary>
    /// The one where a process makes another one, as a tracepoint: who is recorded has its children recorded. It returns 1, or others would
    /// lose the event.
    /// </summary>
    /// <param name="childPlace">Place of the child's number in the fields of the tracepoint.</param>
    public byte[] Fork(int childPlace) => new BpfCode()
        .Move(BpfCode.R6, BpfCode.R1)
        .Call(BpfHelper.Thread)
        .Right(BpfCode.R0, 32)
        .Store(BpfCode.Stack, Key, BpfCode.R0, BpfCode.Size.Word)
        .Find(maps.Processes, Key)
        .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "end")
        .Load(BpfCode.R1, BpfCode.R6, childPlace, BpfCode.Size.Word)
        .Store(BpfCode.Stack, Number, BpfCode.R1, BpfCode.Size.Word)
        .StoreNumber(BpfCode.Stack, Key, CallMaps.IsRecorded, BpfCode.Size.Word)
        .Map(BpfCode.R1, maps.Processes).OnStack(BpfCode.R2, Number).OnStack(BpfCode.R3, Key).Set(BpfCode.R4, 0).Call(BpfHelper.Update)
        .Label("end").Set(BpfCode.R0, 1).Exit().Made();

    // The process is in r0; what is not recorded ends.
    private void Recorded(BpfCode code, int ownProcess)
    {
        if (ownProcess != 0)
        {
            code.JumpIf(BpfCode.R0, BpfCode.If.Equal, ownProcess, "end");
            return;
        }

        code.Store(BpfCode.Stack, Key, BpfCode.R0, BpfCode.Size.Word)
            .Find(maps.Processes, Key)
            .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "end")
            .Load(BpfCode.R1, BpfCode.R0, 0, BpfCode.Size.Word)
            .JumpIf(BpfCode.R1, BpfCode.If.NotEqual, CallMaps.IsRecorded, "end");
    }

    // What was kept is in r7, the kind of the call in r8, room for a sample in r9.
    private BpfCode Head(bool isEnd)
    {
        BpfCode code = new BpfCode()
            .Move(BpfCode.R6, BpfCode.R1)
            .Call(BpfHelper.Thread)
            .Store(BpfCode.Stack, Key, BpfCode.R0, BpfCode.Size.Word)
            .Find(maps.Pending, Key)
            .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "end")
            .Move(BpfCode.R7, BpfCode.R0)
            .StoreNumber(BpfCode.Stack, Number, 0, BpfCode.Size.Word)
            .Find(maps.Scratch, Number)
            .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "end")
            .Move(BpfCode.R9, BpfCode.R0)
            .Load(BpfCode.R1, BpfCode.R7, 8, BpfCode.Size.Word)
            .Store(BpfCode.Stack, Number, BpfCode.R1, BpfCode.Size.Word)
            .Find(maps.Kinds, Number)
            .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "end")
            .Load(BpfCode.R8, BpfCode.R0, 0, BpfCode.Size.Word)
            .Move(BpfCode.R1, BpfCode.R8)
            .And(BpfCode.R1, CallMaps.KindMask);
        if (isEnd)
            code.Plus(BpfCode.R1, SystemCall.IsOpen);
        return code
            .Store(BpfCode.R9, 0, BpfCode.R1, BpfCode.Size.Half)
            .Load(BpfCode.R1, BpfCode.R7, 8, BpfCode.Size.Word)
            .Store(BpfCode.R9, 2, BpfCode.R1, BpfCode.Size.Half)
            .StoreNumber(BpfCode.R9, 4, 0, BpfCode.Size.Word)
            .Load(BpfCode.R1, BpfCode.R7, 0)
            .Store(BpfCode.R9, TimePlace, BpfCode.R1);
    }

    private static void Arguments(BpfCode code)
    {
        for (int i = 0; i < SystemCall.ArgumentCount; i++)
        {
            code.Load(BpfCode.R1, BpfCode.R7, PendingWords + (ArgumentWords[i] * sizeof(ulong)))
                .Store(BpfCode.R9, ArgumentPlace + (i * sizeof(ulong)), BpfCode.R1);
        }
    }

    // The rings are in r2.
    private BpfCode Tail(BpfCode code)
    {
        code.Move(BpfCode.R1, BpfCode.R6)
            .SetUnsigned(BpfCode.R3, uint.MaxValue)
            .Move(BpfCode.R4, BpfCode.R9)
            .Move(BpfCode.R5, BpfCode.R7)
            .Plus(BpfCode.R5, SystemCall.HeadBytes)
            .Call(BpfHelper.Output)
            .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, "done");
        Count(code, CallCounter.NotWritten, "end");
        return code.Label("done")
            .Map(BpfCode.R1, maps.Pending).OnStack(BpfCode.R2, Key).Call(BpfHelper.Delete)
            .Label("end").Set(BpfCode.R0, 0).Exit();
    }

    // A text goes behind the one before it.
    private static void Text(BpfCode code, int bits, int lengthPlace, string next) => Argument(code, bits, next)
        .Move(BpfCode.R1, BpfCode.R9).Plus(BpfCode.R1, SystemCall.HeadBytes).PlusRegister(BpfCode.R1, BpfCode.R7)
        .Set(BpfCode.R2, SystemCall.MostTextBytes)
        .Call(BpfHelper.ReadUserText)
        .JumpIf(BpfCode.R0, BpfCode.If.AtMost, 0, next)
        .Store(BpfCode.R9, lengthPlace, BpfCode.R0, BpfCode.Size.Half)
        .PlusRegister(BpfCode.R7, BpfCode.R0)
        .Label(next);

    // An argument in r3, by its place in the kind of the call; jumps where the call has none.
    private static BpfCode Argument(BpfCode code, int bits, string none) => code
        .Move(BpfCode.R1, BpfCode.R8).Right(BpfCode.R1, bits).And(BpfCode.R1, CallMaps.PlaceMask)
        .JumpIf(BpfCode.R1, BpfCode.If.Equal, 0, none)
        .Plus(BpfCode.R1, -1).And(BpfCode.R1, CallMaps.PlaceMask >> 1).Left(BpfCode.R1, 3)
        .PlusRegister(BpfCode.R1, BpfCode.R9)
        .Load(BpfCode.R3, BpfCode.R1, ArgumentPlace);

    private void Count(BpfCode code, CallCounter counter, string none) => code
        .StoreNumber(BpfCode.Stack, Number, (int)counter, BpfCode.Size.Word)
        .Find(maps.Counters, Number)
        .JumpIf(BpfCode.R0, BpfCode.If.Equal, 0, none)
        .Set(BpfCode.R1, 1)
        .AddTo(BpfCode.R0, 0, BpfCode.R1);
}

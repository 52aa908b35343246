using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Reading;

/// <summary>
/// The general registers of a thread, as PTRACE_GETREGSET with NT_PRSTATUS and the notes of a core give them: <c>user_regs_struct</c> on x64,
/// <c>user_pt_regs</c> on arm64, both arrays of 64-bit values (sys/user.h).
/// </summary>
internal readonly unsafe struct ThreadRegisters
{
    private const int GetRegisterSet = 0x4204;
    private const int PrStatusNote = 1;
    private const int MaxValues = 34;
    private const int ValuesX64 = 27;

    private const int FlagsX64 = 18;
    private const int CodeSegmentX64 = 17;
    private const int ThreadBaseX64 = 21;
    private const int SystemCallX64 = 15;
    private const ulong FutexX64 = 202;
    private const int FramePointerArm64 = 29;
    private const int StackPointerArm64 = 31;
    private const int InstructionPointerArm64 = 32;
    private const int FlagsArm64 = 33;

    private readonly ulong[] _values;

    private ThreadRegisters(ulong[] values) => _values = values;

    // Positions in user_regs_struct of x64 in the order of the Windows CONTEXT that the DAC reads: rax, rcx, rdx, rbx, rsp, rbp, rsi, rdi, r8 to r15, rip.
    private static ReadOnlySpan<byte> ContextOrderX64 => [10, 11, 12, 5, 19, 4, 13, 14, 9, 8, 7, 6, 3, 2, 1, 0, 16];

    // The same in the order of DWARF: rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, r8 to r15, return address.
    private static ReadOnlySpan<byte> DwarfOrderX64 => [10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0, 16];

    private static bool IsX64 => RuntimeInformation.ProcessArchitecture == Architecture.X64;

    /// <summary>Where the thread goes on.</summary>
    public ulong InstructionPointer => _values[IsX64 ? ContextOrderX64[16] : InstructionPointerArm64];

    /// <summary>Lowest address of its stack in use.</summary>
    public ulong StackPointer => _values[IsX64 ? ContextOrderX64[4] : StackPointerArm64];

    /// <summary>Where the thread's own data is that the C library keeps (fs_base); 0 where the registers do not tell, as on arm64.</summary>
    public ulong ThreadBase => IsX64 ? _values[ThreadBaseX64] : 0;

    /// <summary>Head of the chain of frames, where code keeps one.</summary>
    public ulong FramePointer => _values[IsX64 ? ContextOrderX64[5] : FramePointerArm64];

    /// <summary>
    /// The address and the value of a wait in <c>futex</c>; null where it is in no such wait, or where the registers do not tell, as on arm64, where the
    /// result of the call is written over the address.
    /// </summary>
    public (ulong Address, uint Value)? FutexWait
    {
        get
        {
            const int rdx = 12, rsi = 13, rdi = 14;
            const ulong command = 0x7f, wait = 0;
            return IsX64 && _values[SystemCallX64] == FutexX64 && (_values[rsi] & command) == wait ? (_values[rdi], (uint)_values[rdx]) : null;
        }
    }

    /// <summary>Reads the registers of a thread that this thread has stopped; false where it has gone or runs.</summary>
    public static bool TryRead(int threadId, out ThreadRegisters registers)
    {
        ulong[] values = new ulong[MaxValues];
        fixed (ulong* start = values)
        {
            TraceCalls.IoVector vector = new() { Base = start, Length = MaxValues * sizeof(ulong) };
            registers = new ThreadRegisters(values);
            return TraceCalls.Ptrace(GetRegisterSet, threadId, PrStatusNote, (nint)(&vector)) >= 0;
        }
    }

    /// <summary>Takes the registers of a thread in a core; false where they are not whole.</summary>
    public static bool TryTake(ReadOnlySpan<byte> bytes, out ThreadRegisters registers)
    {
        ulong[] values = new ulong[MaxValues];
        MemoryMarshal.Cast<byte, ulong>(bytes[..Math.Min(bytes.Length, MaxValues * sizeof(ulong))]).CopyTo(values);
        registers = new ThreadRegisters(values);
        return bytes.Length >= (IsX64 ? ValuesX64 : MaxValues) * sizeof(ulong);
    }

    /// <summary>Copies the general registers and the instruction pointer in the numbering of DWARF; false on arm64, whose order is another one.</summary>
    /// <param name="registers">Gets 17 values.</param>
    public bool TryCopyInDwarfOrder(Span<ulong> registers)
    {
        if (!IsX64 || registers.Length < DwarfOrderX64.Length)
            return false;
        for (int i = 0; i < DwarfOrderX64.Length; i++)
            registers[i] = _values[DwarfOrderX64[i]];
        return true;
    }

    /// <summary>Writes them as the CONTEXT structure of Windows, which the DAC asks for on every platform; false where it does not fit.</summary>
    public bool TryWriteContext(Span<byte> context) => IsX64 ? TryWriteX64(context) : TryWriteArm64(context);

    private bool TryWriteX64(Span<byte> context)
    {
        const int ContextFlags = 0x30;
        const int SegCs = 0x38;
        const int EFlags = 0x44;
        const int Rax = 0x78;
        const uint Amd64ControlAndInteger = 0x10_0003;
        if (context.Length < Rax + (ContextOrderX64.Length * sizeof(ulong)))
            return false;
        context.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(context[ContextFlags..], Amd64ControlAndInteger);
        BinaryPrimitives.WriteUInt16LittleEndian(context[SegCs..], (ushort)_values[CodeSegmentX64]);
        BinaryPrimitives.WriteUInt32LittleEndian(context[EFlags..], (uint)_values[FlagsX64]);
        for (int i = 0; i < ContextOrderX64.Length; i++)
            BinaryPrimitives.WriteUInt64LittleEndian(context[(Rax + (i * sizeof(ulong)))..], _values[ContextOrderX64[i]]);
        return true;
    }

    private bool TryWriteArm64(Span<byte> context)
    {
        const int Cpsr = 4;
        const int X0 = 8;
        const uint Arm64ControlAndInteger = 0x40_0003;
        if (context.Length < X0 + ((InstructionPointerArm64 + 1) * sizeof(ulong)))
            return false;
        context.Clear();
        BinaryPrimitives.WriteUInt32LittleEndian(context, Arm64ControlAndInteger);
        BinaryPrimitives.WriteUInt32LittleEndian(context[Cpsr..], (uint)_values[FlagsArm64]);
        for (int i = 0; i <= InstructionPointerArm64; i++)
            BinaryPrimitives.WriteUInt64LittleEndian(context[(X0 + (i * sizeof(ulong)))..], _values[i]);
        return true;
    }
}

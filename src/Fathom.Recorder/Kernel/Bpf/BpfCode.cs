using System.Runtime.InteropServices;

namespace Fathom.Recorder.Kernel.Bpf;

/// <summary>Writes instructions of BPF, the kernel's code for programs that are called at events.</summary>
/// <remarks>
/// An instruction is u8 code, u4 target, u4 source, i16 offset, i32 number. Registers: r0 result, r1 to r5 arguments of a call, which does
/// not keep them, r6 to r9 kept, r10 end of the stack.
/// Source: linux/bpf.h, Documentation/bpf/instruction-set.
/// </remarks>
internal sealed class BpfCode
{
    /// <summary>Result and arguments of calls.</summary>
    public const int R0 = 0, R1 = 1, R2 = 2, R3 = 3, R4 = 4, R5 = 5;

    /// <summary>Registers that calls keep.</summary>
    public const int R6 = 6, R7 = 7, R8 = 8, R9 = 9;

    /// <summary>End of the stack.</summary>
    public const int Stack = 10;

    private const byte LoadWide = 0x18;
    private const int MapFile = 1;
    private const int Step = 8;

    private readonly List<ulong> _code = [];
    private readonly List<(int At, string Label)> _jumps = [];
    private readonly Dictionary<string, int> _labels = [];

    /// <summary>Sizes of values in memory.</summary>
    public enum Size
    {
        /// <summary>2 bytes.</summary>
        Half = 0x08,

        /// <summary>4 bytes.</summary>
        Word = 0x00,

        /// <summary>8 bytes.</summary>
        Double = 0x18,
    }

    /// <summary>Conditions of jumps, by the bits of the code.</summary>
    public enum If
    {
        /// <summary>Equal.</summary>
        Equal = 0x10,

        /// <summary>Greater, without signs.</summary>
        Above = 0x20,

        /// <summary>Not equal.</summary>
        NotEqual = 0x50,

        /// <summary>Less or equal, with signs.</summary>
        AtMost = 0xd0,
    }

    /// <summary>The instructions.</summary>
    public byte[] Made()
    {
        ulong[] code = [.. _code];
        foreach ((int at, string label) in _jumps)
            code[at] |= (ulong)(ushort)(short)(_labels[label] - at - 1) << 16;
        return MemoryMarshal.AsBytes(code.AsSpan()).ToArray();
    }

    public BpfCode Move(int to, int from) => Add(0xbf, to, from);

    public BpfCode Set(int to, int number) => Add(0xb7, to, 0, 0, number);

    /// <summary>Sets a register to a number of 32 bits without a sign.</summary>
    public BpfCode SetUnsigned(int to, uint number) => Add(0xb4, to, 0, 0, (int)number);

    public BpfCode Plus(int to, int number) => Add(0x07, to, 0, 0, number);

    public BpfCode PlusRegister(int to, int from) => Add(0x0f, to, from);

    public BpfCode MinusRegister(int to, int from) => Add(0x1f, to, from);

    public BpfCode And(int to, int bits) => Add(0x57, to, 0, 0, bits);

    public BpfCode Left(int to, int bits) => Add(0x67, to, 0, 0, bits);

    public BpfCode Right(int to, int bits) => Add(0x77, to, 0, 0, bits);

    public BpfCode Load(int to, int from, int offset, Size size = Size.Double) => Add((byte)(0x61 | (int)size), to, from, offset);

    public BpfCode Store(int at, int offset, int from, Size size = Size.Double) => Add((byte)(0x63 | (int)size), at, from, offset);

    public BpfCode StoreNumber(int at, int offset, int number, Size size = Size.Double) =>
        Add((byte)(0x62 | (int)size), at, 0, offset, number);

    /// <summary>Adds a register to 8 bytes in memory, as one step.</summary>
    public BpfCode AddTo(int at, int offset, int from) => Add(0xdb, at, from, offset);

    public BpfCode Call(BpfHelper helper) => Add(0x85, 0, 0, 0, (int)helper);

    public BpfCode Exit() => Add(0x95, 0, 0);

    /// <summary>A map, as an argument of a call.</summary>
    public BpfCode Map(int to, int file)
    {
        Add(LoadWide, to, MapFile, 0, file);
        return Add(0, 0, 0);
    }

    /// <summary>The address of a place on the stack.</summary>
    public BpfCode OnStack(int to, int offset) => Move(to, Stack).Plus(to, offset);

    public BpfCode Jump(string label) => To(0x05, 0, 0, label);

    public BpfCode JumpIf(int left, If condition, int number, string label) => To((byte)(0x05 | (int)condition), left, number, label);

    public BpfCode Label(string name)
    {
        _labels.Add(name, _code.Count);
        return this;
    }

    /// <summary>The value of a map for a key on the stack, in r0; 0 where there is none.</summary>
    public BpfCode Find(int map, int key) => Map(R1, map).OnStack(R2, key).Call(BpfHelper.Find);

    private BpfCode To(byte code, int left, int number, string label)
    {
        _jumps.Add((_code.Count, label));
        return Add(code, left, 0, 0, number);
    }

    private BpfCode Add(byte code, int target, int source, int offset = 0, int number = 0)
    {
        _code.Add(code | ((ulong)target << Step) | ((ulong)source << 12) | ((ulong)(ushort)(short)offset << 16) | ((ulong)(uint)number << 32));
        return this;
    }
}

using System.Buffers.Binary;

namespace Fathom.Formats.UnwindInfo;

/// <summary>Reads the unwind information of managed code: what the beginning of a piece of code does to the stack, so that it can be undone.</summary>
/// <remarks>
/// <para>.NET uses the information of Windows for x64 on all systems. The registers that calls keep are those of the system.</para>
/// <code>
/// 0  version in the low 3 bits: 1; flags above: 4 = the piece goes on from another one, whose entry (begin, end, information) stands behind the codes
/// 1  bytes of the prolog    2  number of codes, of 2 bytes each    3  frame register in the low 4 bits, and its distance from the stack pointer / 16
/// 4  codes, the last instruction of the prolog first; their number is even in memory
///
/// code             0  where the instruction ends, from the begin of the piece    1  operation in the low 4 bits, and a number above
/// 0  push          number: register; stack pointer - 8
/// 1  large         number 0: the next code * 8, number 1: the next two codes; stack pointer - that
/// 2  small         stack pointer - (number * 8 + 8)
/// 3  frame         the frame register is set to the stack pointer + its distance
/// 4  save          number: register; kept at the next code * 8 from the lowest address of the frame
/// 5  save, far     the same with the next two codes
/// 8, 9             the same for registers of vectors: one and two further codes
/// 11 frame, large  only outside of Windows: like 3, with the distance * 16 in the next two codes
/// </code>
/// <para>Source: "x64 exception handling", Microsoft; the large distance: unwinder of dotnet/runtime. Ends of code (epilogs) are not described, see <see cref="EpilogReader"/>.</para>
/// <para>Strategy: one pass that moves an imaginary stack pointer outwards, as a register and a distance; the places of saved registers are kept the same way. Nothing is
/// allocated. What makes no sense gives no rules.</para>
/// </remarks>
public unsafe ref struct UnwindReader
{
    /// <summary>Most bytes of the information of a piece.</summary>
    public const int MostBytes = HeadBytes + (2 * 256) + UnwindPiece.Size;

    private const int HeadBytes = 4;
    private const int ChainedFlag = 4;
    private const int FrameUnit = 16;
    private const int StackPointer = 4;
    private const int MostDistance = 1 << 28;

    private const byte Push = 0;
    private const byte Large = 1;
    private const byte Small = 2;
    private const byte Frame = 3;
    private const byte Save = 4;
    private const byte SaveFar = 5;
    private const byte SaveVector = 8;
    private const byte SaveVectorFar = 9;
    private const byte FrameLarge = 11;

    // Windows numbers them AX, CX, DX, BX, SP, BP, SI, DI; DWARF has AX, DX, CX, BX, SI, DI, BP, SP.
    private static ReadOnlySpan<byte> DwarfNumbers => [0, 2, 1, 3, 7, 6, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15];

    private fixed int _offsets[UnwindRules.RegisterCount];
    private fixed byte _bases[UnwindRules.RegisterCount];
    private int _base;
    private int _offset;

    /// <summary>The piece that this one goes on from; its codes are the next ones.</summary>
    public UnwindPiece? Chained { get; private set; }

    /// <summary>Bytes that the information of a piece has; at most <see cref="MostBytes"/>.</summary>
    /// <param name="information">It, and what may stand behind it.</param>
    public static int LengthOf(ReadOnlySpan<byte> information) => information.Length < HeadBytes
        ? information.Length
        : HeadBytes + (2 * (information[2] + (information[2] & 1))) + ((information[0] >> 3 & ChainedFlag) != 0 ? UnwindPiece.Size : 0);

    /// <summary>Bytes of the prolog of a piece.</summary>
    /// <param name="information">What <see cref="TryUndo(ReadOnlySpan{byte}, uint)"/> has taken.</param>
    internal static uint PrologBytes(ReadOnlySpan<byte> information) => information[1];

    /// <summary>Begins at the innermost end.</summary>
    public static UnwindReader Begin() => new() { _base = StackPointer };

    /// <summary>The number that DWARF has for a register.</summary>
    public static int DwarfNumber(int register) => DwarfNumbers[register];

    /// <summary>Undoes what a piece of code does.</summary>
    /// <param name="information">Its unwind information, and what may stand behind it.</param>
    /// <param name="at">Bytes from its begin to the place that is unwound; <see cref="uint.MaxValue"/> for one whose prolog is done.</param>
    /// <returns>False where the information makes no sense.</returns>
    public bool TryUndo(ReadOnlySpan<byte> information, uint at)
    {
        Chained = null;
        if (information.Length < HeadBytes || (information[0] & 7) != 1)
            return false;
        int count = information[2], frame = information[3] & 15;
        ReadOnlySpan<byte> rest = information[HeadBytes..];
        if (rest.Length < 2 * count)
            return false;
        ReadOnlySpan<byte> codes = rest[..(2 * count)];
        if (frame != 0 && FrameBase(codes, at, information[3] >> 4, out int behind) is { } distance)
        {
            // A register that was restored by now is that of a caller.
            if (_bases[frame] != 0)
                return false;
            (_base, _offset) = (frame, -distance - behind);
            return TryUndo(codes, at, _offset + behind) && TryChain(information[0], rest, count);
        }

        return TryUndo(codes, at, _offset) && TryChain(information[0], rest, count);
    }

    /// <summary>Undoes one instruction of an epilog: the stack pointer is moved.</summary>
    internal void Move(int register, int distance) => (_base, _offset) = register == StackPointer ? (_base, _offset + distance) : (register, distance);

    /// <summary>Undoes one instruction of an epilog: a register is taken from the stack.</summary>
    internal void Pop(int register)
    {
        Keep(register, _offset);
        _offset += 8;
    }

    /// <summary>The rules, when all is undone up to the return address.</summary>
    public readonly UnwindRules Finish()
    {
        int frame = _offset + 8;
        UnwindRules rules = new() { BaseRegister = DwarfNumber(_base), BaseOffset = frame };
        for (int register = 0; register < UnwindRules.RegisterCount; register++)
        {
            if (_bases[register] == 0)
                continue;
            if (_bases[register] - 1 == _base)
                rules.SetSaved(DwarfNumber(register), _offsets[register] - frame);
            else
                rules.SetLost(DwarfNumber(register));
        }

        return rules;
    }

    // Saved registers count from the lowest address that the frame had when its register was set, or has at its end.
    private bool TryUndo(ReadOnlySpan<byte> codes, uint at, int lowest)
    {
        for (int i = 0; i < codes.Length;)
        {
            if (Code(codes, i) is not { } code)
                return false;
            i += 2 * code.Slots;
            if (code.EndsAt > at)
                continue;
            switch (code.Operation)
            {
                case Push:
                    Keep(code.Number, _offset);
                    break;
                case Save or SaveFar:
                    Keep(code.Number, lowest + code.Value);
                    break;
            }

            _offset += code.Grows;
            if (_offset > MostDistance)
                return false;
        }

        return true;
    }

    private bool TryChain(byte flags, ReadOnlySpan<byte> rest, int count)
    {
        if ((flags >> 3 & ChainedFlag) == 0)
            return true;
        ReadOnlySpan<byte> chained = rest[Math.Min(rest.Length, 2 * (count + (count & 1)))..];
        if (chained.Length < UnwindPiece.Size)
            return false;
        Chained = UnwindPiece.Read(chained);
        return true;
    }

    // The innermost saving counts: it is the first that is met.
    private void Keep(int register, int offset)
    {
        if (_bases[register] == 0)
            (_bases[register], _offsets[register]) = ((byte)(_base + 1), offset);
    }

    // How far the frame register is from the stack pointer when it is set, and what is put behind it later; null where it has not been set.
    private static int? FrameBase(ReadOnlySpan<byte> codes, uint at, int units, out int behind)
    {
        behind = 0;
        for (int i = 0; i < codes.Length;)
        {
            if (Code(codes, i) is not { } code)
                return null;
            i += 2 * code.Slots;
            if (code.EndsAt > at)
                continue;
            if (code.Operation is Frame or FrameLarge)
                return code.Operation == Frame ? units * FrameUnit : code.Value;
            behind = Math.Min(MostDistance, behind + code.Grows);
        }

        return null;
    }

    // Null for what is no code.
    private static UnwindCode? Code(ReadOnlySpan<byte> codes, int i)
    {
        byte operation = (byte)(codes[i + 1] & 15);
        int number = codes[i + 1] >> 4;
        int slots = operation switch { Push or Small or Frame => 1, Large => number switch { 0 => 2, 1 => 3, _ => 0 }, Save or SaveVector => 2, SaveFar or SaveVectorFar or FrameLarge => 3, _ => 0 };
        if (slots == 0 || i + (2 * slots) > codes.Length)
            return null;
        long following = slots switch { 2 => BinaryPrimitives.ReadUInt16LittleEndian(codes[(i + 2)..]), 3 => BinaryPrimitives.ReadUInt32LittleEndian(codes[(i + 2)..]), _ => 0 };
        following *= operation switch { Large when number == 0 => 8, Save => 8, FrameLarge => FrameUnit, _ => 1 };
        if (following > MostDistance)
            return null;
        int grows = operation switch { Push => 8, Small => (number * 8) + 8, Large => (int)following, _ => 0 };
        return new UnwindCode(codes[i], operation, number, slots, (int)following, grows);
    }

    private readonly record struct UnwindCode(byte EndsAt, byte Operation, int Number, int Slots, int Value, int Grows);
}

using System.Buffers.Binary;

namespace Fathom.Formats.UnwindInfo;

/// <summary>Recognizes the epilog of a function, and finds the caller from any instruction in it.</summary>
/// <remarks>
/// <code>
/// at most one     48 83 c4 ib, 48 81 c4 id     add rsp, number
///                 REX 8d /r                    lea rsp, [register + number]
/// any number      58+r, 41 58+r                pop register
/// then            c3, f3 c3, c2 iw             ret
///                 eb, e9 to another function; ff 25; REX.W ff /4     jmp, as a call in tail position
/// </code>
/// <para>An epilog has no other instructions ("x64 prolog and epilog", Microsoft). A thread can be at any of them.</para>
/// </remarks>
public static class EpilogReader
{
    /// <summary>Most bytes that are looked at.</summary>
    public const int MostBytes = 64;

    private const int StackPointer = 4;

    /// <summary>Reads the code at a place.</summary>
    /// <param name="code">From the place on.</param>
    /// <param name="at">The place, in the same piece as <paramref name="begin"/> and <paramref name="end"/>.</param>
    /// <param name="begin">Where the piece of code begins: a jump within it is no end.</param>
    /// <param name="end">Where it ends.</param>
    /// <param name="rules">How the caller is found.</param>
    /// <returns>False where the place is in no epilog.</returns>
    public static bool TryRead(ReadOnlySpan<byte> code, ulong at, ulong begin, ulong end, out UnwindRules rules)
    {
        rules = default;
        UnwindReader reader = UnwindReader.Begin();
        int i = Release(code, ref reader);
        while (true)
        {
            ReadOnlySpan<byte> rest = code[Math.Min(i, code.Length)..];
            if (rest.Length >= 1 && rest[0] is >= 0x58 and <= 0x5f && rest[0] - 0x58 != StackPointer)
            {
                reader.Pop(rest[0] - 0x58);
                i++;
            }
            else if (rest.Length >= 2 && (rest[0] & 0xf8) == 0x40 && rest[1] is >= 0x58 and <= 0x5f)
            {
                reader.Pop(rest[1] - 0x58 + ((rest[0] & 1) << 3));
                i += 2;
            }
            else
            {
                break;
            }
        }

        if (!Leaves(code[Math.Min(i, code.Length)..], at + (ulong)i, begin, end))
            return false;
        rules = reader.Finish();
        return true;
    }

    // Bytes of the instruction that gives the frame back; 0 where there is none.
    private static int Release(ReadOnlySpan<byte> code, ref UnwindReader reader)
    {
        if (code.StartsWith((ReadOnlySpan<byte>)[0x48, 0x83, 0xc4]) && code.Length >= 4)
        {
            reader.Move(StackPointer, (sbyte)code[3]);
            return 4;
        }

        if (code.StartsWith((ReadOnlySpan<byte>)[0x48, 0x81, 0xc4]) && code.Length >= 7)
        {
            reader.Move(StackPointer, BinaryPrimitives.ReadInt32LittleEndian(code[3..]));
            return 7;
        }

        // The base needs no further byte, and the target is the stack pointer.
        if (code.Length < 4 || (code[0] & 0xfe) != 0x48 || code[1] != 0x8d || (code[2] >> 3 & 7) != StackPointer || (code[2] & 7) == StackPointer)
            return 0;
        int register = (code[2] & 7) | ((code[0] & 1) << 3);
        switch (code[2] >> 6)
        {
            case 1:
                reader.Move(register, (sbyte)code[3]);
                return 4;
            case 2 when code.Length >= 7:
                reader.Move(register, BinaryPrimitives.ReadInt32LittleEndian(code[3..]));
                return 7;
            default:
                return 0;
        }
    }

    private static bool Leaves(ReadOnlySpan<byte> code, ulong at, ulong begin, ulong end)
    {
        if (code.Length >= 1 && code[0] is 0xc3 or 0xc2)
            return true;
        if (code.Length >= 2 && code[0] == 0xf3)
            return code[1] == 0xc3;
        if (code.Length >= 2 && code[0] == 0xeb)
            return IsElsewhere(at + 2 + (ulong)(long)(sbyte)code[1], begin, end);
        if (code.Length >= 5 && code[0] == 0xe9)
            return IsElsewhere(at + 5 + (ulong)(long)BinaryPrimitives.ReadInt32LittleEndian(code[1..]), begin, end);
        if (code.Length >= 2 && code[0] == 0xff)
            return code[1] == 0x25;
        return code.Length >= 3 && (code[0] & 0xf8) == 0x48 && code[1] == 0xff && (code[2] >> 3 & 7) == 4;
    }

    private static bool IsElsewhere(ulong target, ulong begin, ulong end) => target < begin || target >= end;
}

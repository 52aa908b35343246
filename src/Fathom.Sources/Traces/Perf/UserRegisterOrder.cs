using System.Numerics;
using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Finds the registers of a program in a sample. x64 only.</summary>
/// <remarks>
/// The kernel numbers them (<c>arch/x86/include/uapi/asm/perf_regs.h</c>): 0 AX, BX, CX, DX, SI, DI, BP, SP, 8 IP, flags and segments, 16 R8 to R15. A sample has those whose bit the event
/// has set, in this order.
/// </remarks>
internal sealed class UserRegisterOrder
{
    private const int Instruction = 8;
    private const ulong Needed = (1 << 6) | (1 << 7) | (1 << 8);

    private static ReadOnlySpan<sbyte> Numbers => [0, 3, 2, 1, 4, 5, 6, 7, 16, -1, -1, -1, -1, -1, -1, -1, 8, 9, 10, 11, 12, 13, 14, 15];

    private readonly sbyte[] _order;

    private UserRegisterOrder(sbyte[] order) => _order = order;

    /// <summary>That of an event.</summary>
    /// <param name="mask">The registers that its samples have.</param>
    /// <returns>Null where it is another processor's, or what stacks are followed by is not among them.</returns>
    public static UserRegisterOrder? Of(ulong mask)
    {
        if ((mask & Needed) != Needed || mask >> Numbers.Length != 0)
            return null;
        List<sbyte> order = [];
        for (int bit = 0; bit < Numbers.Length; bit++)
        {
            if ((mask >> bit & 1) != 0)
                order.Add(Numbers[bit]);
        }

        return new UserRegisterOrder([.. order]);
    }

    /// <summary>Where a program stands; 0 where its registers do not tell.</summary>
    /// <param name="mask">The registers that its sample has.</param>
    /// <param name="values">The registers.</param>
    public static ulong InstructionOf(ulong mask, ReadOnlySpan<ulong> values)
    {
        int at = BitOperations.PopCount(mask & ((1UL << Instruction) - 1));
        return (mask & Needed) == Needed && mask >> Numbers.Length == 0 && at < values.Length ? values[at] : 0;
    }

    /// <summary>The registers of a sample.</summary>
    public FrameRegisters Read(ReadOnlySpan<ulong> values)
    {
        FrameRegisters registers = default;
        for (int i = 0; i < Math.Min(values.Length, _order.Length); i++)
        {
            if (_order[i] >= 0)
                registers.Set(_order[i], values[i]);
        }

        return registers;
    }
}

using System.Numerics;
using System.Runtime.CompilerServices;

namespace Fathom.Sources.Heap.Strings;

/// <summary>
/// Hashes the bytes of a text to 64 bits, as a whole or in parts. The value is kept in recordings, so it must never change.
/// </summary>
/// <remarks>
/// Each 16 bytes are mixed into the state by one 128-bit multiplication, whose halves are put together. Together with the length, which is compared too,
/// two different texts of the same length have equal hashes by chance once in 2^64: among a million different texts the chance that any two are taken for
/// one is below 3 in 100 million. It is no protection against texts that were made to collide.
/// </remarks>
internal unsafe struct TextHash
{
    /// <summary>All parts but the last one must be a multiple of this.</summary>
    public const int BlockSize = 16;

    // Odd numbers with evenly spread bits: the fractional parts of the square roots of 2, 3, 5 and 7.
    private const ulong K0 = 0x6A09_E667_F3BC_C909;
    private const ulong K1 = 0xBB67_AE85_84CA_A73B;
    private const ulong K2 = 0x3C6E_F372_FE94_F82B;
    private const ulong K3 = 0xA54F_F53A_5F1D_36F1;

    private ulong _state;

    /// <summary>Hashes a text that lies here as a whole.</summary>
    public static ulong Of(byte* data, long bytes)
    {
        TextHash hash = default;
        hash.Add(data, bytes);
        return hash.Finish(bytes);
    }

    /// <summary>Adds the next part.</summary>
    /// <param name="data">The part.</param>
    /// <param name="bytes">Its length: a multiple of <see cref="BlockSize"/>, or for the last part any even number.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(byte* data, long bytes)
    {
        ulong state = _state;
        byte* end = data + (bytes & ~(BlockSize - 1L));
        for (; data < end; data += BlockSize)
            state = Mix(Unsafe.ReadUnaligned<ulong>(data) ^ K0 ^ state, Unsafe.ReadUnaligned<ulong>(data + 8) ^ K1 ^ BitOperations.RotateLeft(state, 32));

        int rest = (int)(bytes & (BlockSize - 1));
        if (rest > 0)
        {
            ulong low = rest >= 8 ? Unsafe.ReadUnaligned<ulong>(data) : Few(data, rest);
            ulong high = rest > 8 ? Few(data + 8, rest - 8) : 0;
            state = Mix(low ^ K0 ^ state, high ^ K1 ^ BitOperations.RotateLeft(state, 32));
        }

        _state = state;
    }

    /// <summary>The hash of all parts.</summary>
    /// <param name="bytes">Length of the whole text.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly ulong Finish(long bytes) => Mix(_state ^ K2, (ulong)bytes ^ K3);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Mix(ulong a, ulong b) => Math.BigMul(a, b, out ulong low) ^ low;

    // 2, 4 or 6 bytes.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Few(byte* data, int bytes)
    {
        ulong value = 0;
        for (int i = 0; i < bytes; i += 2)
            value |= (ulong)Unsafe.ReadUnaligned<ushort>(data + i) << (8 * i);
        return value;
    }
}

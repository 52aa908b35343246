namespace Fathom.Formats.ReadyToRun.Debugging;

/// <summary>Reads numbers that are written in halves of bytes, the lower half first.</summary>
/// <remarks>A half has three bits of the number, the highest first; its own highest bit is set where another half follows.</remarks>
internal ref struct NibbleReader(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _halves;

    /// <summary>The next whole byte; the rest of one that was begun is padding.</summary>
    public readonly int NextByte => (_halves + 1) / 2;

    /// <summary>Reads a number; false beyond the end, and where it has more than 32 bits.</summary>
    public bool TryRead(out uint value)
    {
        value = 0;
        while (_halves / 2 < _bytes.Length && value <= uint.MaxValue >> 3)
        {
            int half = (_bytes[_halves / 2] >> (_halves % 2 * 4)) & 0xf;
            _halves++;
            value = (value << 3) | ((uint)half & 7);
            if ((half & 8) == 0)
                return true;
        }

        return false;
    }
}

using System.Buffers.Binary;

namespace Fathom.Formats.ReadyToRun;

/// <summary>Which pieces of code are the seldom run parts of which methods.</summary>
/// <remarks>
/// <code>
/// entry   0 number of the first piece of the part    4 number of the first piece of its method;    sorted; a part goes on to that of the next entry
/// </code>
/// <para>The pieces of these parts stand behind all others.</para>
/// </remarks>
internal sealed class HotColdMap
{
    private const int EntrySize = 8;

    private readonly Dictionary<int, (int First, int End)> _parts = [];

    /// <summary>Reads a section. Entries that cannot be right are passed over and said in <see cref="IsDamaged"/>.</summary>
    /// <param name="section">The section; empty where nothing is split.</param>
    /// <param name="functionCount">Pieces of code of the image.</param>
    public HotColdMap(byte[] section, int functionCount)
    {
        FirstCold = functionCount;
        int end = functionCount;
        for (int at = (section.Length / EntrySize * EntrySize) - EntrySize; at >= 0; at -= EntrySize)
        {
            uint cold = BinaryPrimitives.ReadUInt32LittleEndian(section.AsSpan(at));
            uint hot = BinaryPrimitives.ReadUInt32LittleEndian(section.AsSpan(at + 4));
            if (cold >= end || hot >= cold)
            {
                IsDamaged = true;
                continue;
            }

            _parts[(int)hot] = ((int)cold, end);
            end = FirstCold = (int)cold;
        }
    }

    /// <summary>The first of the pieces that stand behind all others; their number where there are none.</summary>
    public int FirstCold { get; }

    /// <summary>Whether entries made no sense.</summary>
    public bool IsDamaged { get; }

    /// <summary>The pieces of the seldom run part of a method, by its first piece; none where it is not split.</summary>
    public (int First, int End) Of(int function) => _parts.GetValueOrDefault(function);
}

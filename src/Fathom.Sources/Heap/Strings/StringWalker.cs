using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Strings;

/// <summary>
/// The walk of a heap that also counts the strings by their texts. Texts are hashed where they lie in the block; one that does not end
/// in it is read again in parts.
/// </summary>
internal sealed unsafe class StringWalker : TypeWalker
{
    private const int TextOffset = HeapLayout.ComponentCountOffset + sizeof(int);
    private const int PartSize = 64 * 1024;
    private const int Ahead = 32;

    private readonly ITargetMemory _memory;
    private readonly StringTable _strings;
    private readonly CancellationToken _due;
    private readonly byte[] _part = GC.AllocateUninitializedArray<byte>(PartSize, pinned: true);

    /// <summary>Prepares a walk.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="map">The outline of the heap.</param>
    /// <param name="source">Tells method tables from other addresses.</param>
    /// <param name="stringMethodTable">Method table of System.String.</param>
    /// <param name="strings">Gets the strings.</param>
    /// <param name="due">Ends the walk.</param>
    public StringWalker(ITargetMemory memory, HeapMap map, IMethodTableSource source, ulong stringMethodTable, StringTable strings, CancellationToken due)
        : base(memory, map, source, stringMethodTable, due)
    {
        _memory = memory;
        _strings = strings;
        _due = due;
    }

    // The hashes of some strings first: each brings its place in the table into the cache, while the next ones are computed.
    private protected override void Met(byte** found, int count)
    {
        byte* end = Block.Start + Block.Length;
        ulong* hashes = stackalloc ulong[Ahead];
        for (int first = 0; first < count; first += Ahead)
        {
            int some = Math.Min(Ahead, count - first);
            for (int i = 0; i < some; i++)
            {
                byte* start = found[first + i];
                long bytes = Bytes(start);
                if (bytes > end - start - TextOffset)
                    continue;
                hashes[i] = TextHash.Of(start + TextOffset, bytes);
                _strings.Prefetch(hashes[i]);
            }

            for (int i = 0; i < some; i++)
            {
                byte* start = found[first + i];
                long bytes = Bytes(start);
                if (bytes > end - start - TextOffset)
                    AddInParts(Block.Address + (ulong)(start - Block.Start), bytes);
                else
                    _strings.Add(hashes[i], (int)(bytes / sizeof(char)), (char*)(start + TextOffset));
            }
        }
    }

    // The size that the walk goes by takes the length without a sign, and so does this.
    private static long Bytes(byte* start) => (long)*(uint*)(start + HeapLayout.ComponentCountOffset) * sizeof(char);

    private void AddInParts(ulong address, long bytes)
    {
        TextHash hash = default;
        int sample = (int)Math.Min(bytes, StringTable.SampleLength * sizeof(char));
        byte* head = stackalloc byte[StringTable.SampleLength * sizeof(char)];
        fixed (byte* part = _part)
        {
            for (long done = 0; done < bytes; done += PartSize)
            {
                _due.ThrowIfCancellationRequested();
                int length = (int)Math.Min(PartSize, bytes - done);
                if (bytes / sizeof(char) > int.MaxValue || _memory.Read(address + TextOffset + (ulong)done, new Span<byte>(part, length)) < length)
                {
                    _strings.Lose((long)HeapLayout.AlignUp((ulong)bytes + HeapLayout.MinBaseSize));
                    return;
                }

                if (done == 0)
                    Buffer.MemoryCopy(part, head, sample, Math.Min(sample, length));
                hash.Add(part, length);
            }
        }

        _strings.Add(hash.Finish(bytes), (int)(bytes / sizeof(char)), (char*)head);
    }
}

using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Strings;
using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Counts strings by their texts.</summary>
/// <param name="budget">Reads texts that the window of the walk does not hold.</param>
internal sealed class StringInspector(ReadBudget budget) : IObjectInspector
{
    private const int MaxShown = 100;

    private readonly StringTable _strings = new(new StringOptions { LongLength = int.MaxValue });
    private long _count;
    private long _sizeBytes;

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type) => type.IsString ? new Texts(this, budget) : null;

    /// <summary>What the strings are worth, and the texts that waste most.</summary>
    public StringWaste Read()
    {
        List<DuplicateText> worst = [];
        long waste = 0;
        foreach (ref readonly StringEntry entry in _strings.Entries)
        {
            if (entry.Count < 2)
                continue;
            long wasted = (entry.Count - 1) * StringTable.SizeOf(entry.Length);
            waste += wasted;
            if (worst.Count < MaxShown || wasted > worst[^1].WastedBytes)
                Insert(worst, new DuplicateText(entry.Sample == 0 ? "" : _strings.SampleOf(entry).ToString(), entry.Length, entry.Count, wasted));
        }

        long unread = _strings.Lost.Count;
        foreach (LengthTotal other in _strings.Others)
            unread += other.Count;
        return new StringWaste(_count, _sizeBytes, waste, unread, worst);
    }

    private static void Insert(List<DuplicateText> worst, DuplicateText text)
    {
        int at = worst.Count;
        while (at > 0 && worst[at - 1].WastedBytes < text.WastedBytes)
            at--;
        worst.Insert(at, text);
        if (worst.Count > MaxShown)
            worst.RemoveAt(MaxShown);
    }

    private sealed class Texts(StringInspector owner, ReadBudget budget) : TypeInspector
    {
        private const int TextOffset = HeapLayout.ComponentCountOffset + sizeof(int);

        private readonly char[] _sample = new char[StringTable.SampleLength];

        public override unsafe void Inspect(in VisitedObject visited)
        {
            if (visited.IsYoung)
                return;
            owner._count++;
            owner._sizeBytes += (long)visited.SizeBytes;
            ulong bytes = (ulong)visited.Length * sizeof(char);
            if (!visited.TryHold(TextOffset, bytes, out ReadOnlySpan<byte> held))
            {
                AddInParts(visited, bytes);
                return;
            }

            fixed (byte* text = held)
                owner._strings.Add(TextHash.Of(text, held.Length), held.Length / sizeof(char), (char*)text);
        }

        private unsafe void AddInParts(in VisitedObject visited, ulong bytes)
        {
            if (bytes > int.MaxValue || !budget.TryTake(bytes))
                return;
            TextHash hash = default;
            for (ulong done = 0; done < bytes; done += ReadBudget.PieceBytes)
            {
                ReadOnlySpan<byte> piece = budget.Read(visited.Address + TextOffset + done, (int)Math.Min(ReadBudget.PieceBytes, bytes - done));
                if (piece.IsEmpty)
                {
                    budget.Skip(bytes);
                    return;
                }

                if (done == 0)
                    MemoryMarshal.Cast<byte, char>(piece)[..Math.Min(piece.Length / sizeof(char), _sample.Length)].CopyTo(_sample);
                fixed (byte* data = piece)
                    hash.Add(data, piece.Length);
            }

            fixed (char* text = _sample)
                owner._strings.Add(hash.Finish((long)bytes), (int)(bytes / sizeof(char)), text);
        }
    }
}

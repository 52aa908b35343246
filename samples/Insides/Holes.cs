using System.Runtime.InteropServices;

namespace Insides;

/// <summary>Objects that collections leave in their place, with holes between them.</summary>
internal sealed class Holes
{
    private readonly List<byte[]> _large = [];
    private readonly List<GCHandle> _pinned = [];
    private readonly List<byte[]> _onPinnedHeap = [];

    public Holes()
    {
        // Every second one goes, so that the large object heap has holes of one size.
        for (int i = 0; i < 20; i++)
            _large.Add(new byte[100_000]);
        for (int i = 19; i >= 0; i -= 2)
            _large.RemoveAt(i);
        for (int i = 0; i < 5; i++)
        {
            byte[] held = new byte[1_000];
            _pinned.Add(GCHandle.Alloc(held, GCHandleType.Pinned));

            // A second handle pins the object no more than one.
            _pinned.Add(GCHandle.Alloc(held, GCHandleType.Pinned));
        }

        for (int i = 0; i < 3; i++)
            _onPinnedHeap.Add(GC.AllocateUninitializedArray<byte>(2_000, pinned: true));
        GC.Collect();
    }

    /// <summary>How many objects handles pin.</summary>
    public int PinnedCount => _pinned.Count / 2;

    /// <summary>How many lie on the pinned object heap.</summary>
    public int OnPinnedHeap => _onPinnedHeap.Count;
}

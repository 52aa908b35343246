namespace Fathom.Sources.Threads.Locks;

/// <summary>
/// A monitor that nobody has had to wait for: the owner stands in the 32 bits before the object. Layout: bits 0-15 owner (managed thread id, 0 = none),
/// bits 16-21 entries beyond the first, bit 27 "the rest is a hash code or a sync block index" (then the sync block has the owner),
/// bit 28 spin lock of the header. Source: syncblk.h of the .NET runtime, unchanged from .NET 8 to 10.
/// </summary>
/// <param name="ManagedThreadId">The owner.</param>
/// <param name="Count">How often it has entered.</param>
internal readonly record struct ThinLock(int ManagedThreadId, int Count)
{
    private const uint OwnerMask = 0x0000_FFFF;
    private const uint RecursionMask = 0x003F_0000;
    private const int RecursionShift = 16;
    private const uint HashOrIndex = 0x0800_0000;

    /// <summary>Reads a header; false where it holds no thin lock.</summary>
    public static bool TryParse(uint header, out ThinLock thin)
    {
        thin = default;
        if ((header & HashOrIndex) != 0 || (header & OwnerMask) == 0)
            return false;
        thin = new ThinLock((int)(header & OwnerMask), (int)((header & RecursionMask) >> RecursionShift) + 1);
        return true;
    }
}

namespace Fathom.Sources.Heap;

/// <summary>Addresses from <paramref name="Start"/> to before <paramref name="End"/>.</summary>
internal readonly record struct AddressRange(ulong Start, ulong End)
{
    public long Length => (long)(End - Start);
}

namespace Fathom.Sources.Targets.Reading;

/// <summary>Addresses from <paramref name="Start"/> to before <paramref name="End"/>.</summary>
internal readonly record struct AddressRange(ulong Start, ulong End)
{
    public long Length => (long)(End - Start);
}

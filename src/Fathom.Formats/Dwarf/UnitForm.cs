namespace Fathom.Formats.Dwarf;

/// <summary>What forms of values depend on.</summary>
/// <param name="Is64Bit">Whether offsets have 8 bytes.</param>
/// <param name="Version">Version of the unit.</param>
/// <param name="AddressBytes">Bytes of an address.</param>
internal readonly record struct UnitForm(bool Is64Bit, int Version, int AddressBytes);

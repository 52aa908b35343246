using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>A mapping or a part of one, with its owner. Sizes in bytes; their sums over the pieces of a mapping are those of the mapping.</summary>
/// <param name="Mapping">The mapping.</param>
/// <param name="Range">The addresses.</param>
/// <param name="Category">One of <see cref="MemoryCategories"/>.</param>
/// <param name="Owner">Who it is inside the category, or null.</param>
/// <param name="RssBytes">Resident.</param>
/// <param name="PssBytes">Resident, shared pages divided by their users.</param>
/// <param name="PrivateBytes">Resident and mapped by no other process.</param>
/// <param name="SwapBytes">In swap.</param>
internal readonly record struct MemoryPiece(
    Mapping Mapping, AddressRange Range, string Category, string? Owner, long RssBytes, long PssBytes, long PrivateBytes, long SwapBytes);

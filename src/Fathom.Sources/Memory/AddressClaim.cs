using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>Somebody's claim to a range of addresses.</summary>
/// <param name="Range">The addresses.</param>
/// <param name="Category">One of <see cref="MemoryCategories"/>.</param>
/// <param name="Owner">Who it is inside the category, or null.</param>
internal readonly record struct AddressClaim(AddressRange Range, string Category, string? Owner);

namespace Fathom.Model.Graph.Retention;

/// <summary>What one holder outside of the heap keeps alive.</summary>
/// <param name="Kind">Kind of the root; null for objects that only several holders together keep.</param>
/// <param name="Holder">Who holds them; null where only the kind is known.</param>
/// <param name="Object">The object that retains the most of those that it holds itself.</param>
/// <param name="Count">Objects that it holds itself.</param>
/// <param name="SharedCount">Those of them that another holder holds too.</param>
/// <param name="RetainedCount">Objects that are kept.</param>
/// <param name="RetainedBytes">Bytes of these.</param>
public readonly record struct RootHolder(
    RootKind? Kind, string? Holder, uint Object, long Count, long SharedCount, long RetainedCount, long RetainedBytes);

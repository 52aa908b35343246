namespace Fathom.Model.Graph;

/// <summary>A reference from outside the heap that keeps an object alive.</summary>
/// <param name="Object">Number of the object.</param>
/// <param name="Kind">What sort of reference it is.</param>
/// <param name="Holder">Who holds it: the static field, the thread and frame, the kind of handle; null when only the kind is known.</param>
public readonly record struct GraphRoot(uint Object, RootKind Kind, string? Holder);

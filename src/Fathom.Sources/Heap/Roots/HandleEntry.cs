using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>A GC handle.</summary>
/// <param name="Kind">Kind of handle.</param>
/// <param name="Object">The object; 0 for an empty handle.</param>
/// <param name="Dependent">The object that a dependent handle keeps alive together with the first one, or 0.</param>
internal readonly record struct HandleEntry(ClrHandleKind Kind, ulong Object, ulong Dependent);

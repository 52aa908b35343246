using Fathom.Sources.Threads.Stacks;

namespace Fathom.Sources.Threads.Intervals;

/// <summary>Where most glances found a thread.</summary>
/// <param name="Method">The innermost managed method.</param>
/// <param name="SameCount">Glances that found it there.</param>
/// <param name="Count">Glances that found it in managed code at all.</param>
internal sealed record GlancePlace(KnownMethod Method, int SameCount, int Count);

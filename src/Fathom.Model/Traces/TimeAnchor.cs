namespace Fathom.Model.Traces;

/// <summary>Something of a recording that a bound of time lies at.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Name">The pattern of a mark, the name of a method; empty for the start of a process.</param>
public sealed record TimeAnchor(TimeAnchorKind Kind, string Name);

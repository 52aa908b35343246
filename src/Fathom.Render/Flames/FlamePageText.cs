namespace Fathom.Render.Flames;

/// <summary>What a <see cref="FlamePage"/> says of its stacks.</summary>
/// <param name="Title">What they are of: "CPU time in slow.fathom".</param>
/// <param name="Unit">Of the weights: "ns", "bytes", or "count" where samples tell none.</param>
/// <param name="Counted">What is counted: "samples" or "waits".</param>
/// <param name="Tool">What wrote the page, with its version.</param>
/// <param name="Header">The lines above a table of the same answer.</param>
/// <param name="Notes">What a reader must know to trust it.</param>
internal sealed record FlamePageText(
    string Title, string Unit, string Counted, string Tool, IReadOnlyList<string> Header, IReadOnlyList<string> Notes);

namespace Fathom.Sources.Traces.Lines;

/// <summary>What a piece of code was compiled from.</summary>
/// <param name="Node">The inlined method, as numbered in the <see cref="InlineTree"/>; 0 for the method itself.</param>
/// <param name="Il">The offset in its IL, or one of <see cref="Events.Maps.IlOffset"/>.</param>
internal readonly record struct InlinePiece(int Node, int Il);

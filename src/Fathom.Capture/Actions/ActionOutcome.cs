namespace Fathom.Capture.Actions;

/// <summary>What became of actions.</summary>
/// <param name="Files">What was made.</param>
/// <param name="Failed">How many failed, or were not begun.</param>
internal sealed record ActionOutcome(IReadOnlyList<ActionFile> Files, int Failed);

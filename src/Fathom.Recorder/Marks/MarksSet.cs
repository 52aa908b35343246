namespace Fathom.Recorder.Marks;

/// <summary>What became of a mark.</summary>
/// <param name="Books">The files that it was written into.</param>
/// <param name="Failures">Why others did not take it, a sentence each.</param>
public sealed record MarksSet(IReadOnlyList<string> Books, IReadOnlyList<string> Failures);

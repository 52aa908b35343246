namespace Fathom.Recorder.Kernel;

/// <summary>Something that could not be recorded.</summary>
/// <param name="What">What the recording lacks by it, as a phrase.</param>
/// <param name="Why">Why, in one sentence.</param>
/// <param name="Fix">What would change it, as a line to type or to do; null where nothing would.</param>
/// <param name="IsAskedFor">Whether somebody named it: answers from it are partial then.</param>
/// <param name="Tables">The tables that lack it, with commas between them; null for those of runtime events.</param>
public sealed record RefusedEvent(string What, string Why, string? Fix, bool IsAskedFor = false, string? Tables = null);

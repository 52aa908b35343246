namespace Fathom.Sources.DumpWriting;

/// <summary>What opening and walking a dump showed.</summary>
/// <param name="IsWhole">Whether the file has everything that its headers promise.</param>
/// <param name="IsVerified">Whether all that was tried succeeded: headers, runtime, threads, and the heap where the kind has one.</param>
/// <param name="Objects">Objects that were walked; null where the heap was not.</param>
/// <param name="Problem">Why it is not verified, as a sentence; null where it is.</param>
/// <param name="InCollection">Whether the problem is that a garbage collection was under way; another dump will do.</param>
public sealed record DumpVerdict(bool IsWhole, bool IsVerified, long? Objects, string? Problem, bool InCollection = false);

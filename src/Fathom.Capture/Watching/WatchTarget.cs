using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Watching;

/// <summary>What is watched, as the user named it.</summary>
/// <param name="Word">The word on the command line.</param>
/// <param name="First">The process that it means now.</param>
/// <param name="FindAgain">Looks for the process that it means after that one ended; null where the word is a process number, which means that one only.</param>
public sealed record WatchTarget(string Word, ProcessFacts First, Func<ProcessFacts?>? FindAgain);

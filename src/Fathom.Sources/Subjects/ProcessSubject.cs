using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Subjects;

/// <summary>A live process.</summary>
/// <param name="Word">As the user wrote it.</param>
/// <param name="Process">What /proc says about it.</param>
public sealed record ProcessSubject(string Word, ProcessFacts Process) : Subject(Word);

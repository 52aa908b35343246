namespace Fathom.Sources.Machine.Processes;

/// <summary>A look at one process number.</summary>
/// <param name="State">What is there.</param>
/// <param name="Facts">Set where it is a process of a program, .NET or not, that may be looked at.</param>
/// <param name="Program">Short name of the program (the kernel's, 15 characters), for messages; null where there is no process.</param>
public readonly record struct ProcessReading(ProcessState State, ProcessFacts? Facts, string? Program);

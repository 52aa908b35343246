namespace Fathom.Model.Scheduling;

/// <summary>The entry of a thread into the system call that it waits in.</summary>
/// <param name="Number">Number of the call.</param>
/// <param name="StackId">Its stack at that moment; 0 where no entry is known.</param>
public readonly record struct SyscallEntry(int Number, int StackId);

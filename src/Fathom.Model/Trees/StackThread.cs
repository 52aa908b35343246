namespace Fathom.Model.Trees;

/// <summary>A thread that something was measured on.</summary>
/// <param name="Process">Position of its process in <see cref="StackProfile.Processes"/>.</param>
/// <param name="Name">Its name, or null.</param>
/// <param name="Tid">Its number at the operating system; null for what is of no thread.</param>
public sealed record StackThread(int Process, string? Name, long? Tid)
{
    /// <summary>What stands for threads of a process that were put together.</summary>
    public static StackThread Others(int process) => new(process, "(other threads)", null);
}

namespace Fathom.Model.Trees;

/// <summary>A process whose stacks are known.</summary>
/// <param name="Name">Its name, or null.</param>
/// <param name="Pid">Its number at the operating system, or null.</param>
public sealed record TreeProcess(string? Name, long? Pid);

namespace Fathom.Sources.Threads.Stacks;

/// <summary>A method that was met on a stack, named once however often it is met.</summary>
/// <param name="MethodId">Its number in the method table.</param>
/// <param name="Name">Type, method and parameter types.</param>
/// <param name="TypeName">Full name of its type; empty for methods without one.</param>
/// <param name="ShortName">Name of the method alone.</param>
/// <param name="Module">File name of its module, or null.</param>
/// <param name="Part">What it does for a wait.</param>
internal sealed record KnownMethod(uint MethodId, string Name, string TypeName, string ShortName, string? Module, WaitPart Part)
{
    /// <summary>File of its module as the process has it; null for none, as for native functions.</summary>
    public string? Path { get; init; }

    /// <summary>Whether it is a native function, or a place in native code.</summary>
    public bool IsNative { get; init; }
}

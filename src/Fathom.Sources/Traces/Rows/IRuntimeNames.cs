namespace Fathom.Sources.Traces.Rows;

/// <summary>What runtimes of processes told of the code that they compiled.</summary>
internal interface IRuntimeNames
{
    /// <summary>Whether the runtime of a process told anything.</summary>
    bool Knows(int pid);

    /// <summary>The name of code; null where its runtime has not told it.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="address">The address, which has its mark.</param>
    PlaceName? NameOf(int pid, ulong address);

    /// <summary>The source line of code; null where its runtime has not told the code.</summary>
    /// <param name="pid">The process.</param>
    /// <param name="address">The address, which has its mark.</param>
    SourceLine? LineOf(int pid, ulong address);
}

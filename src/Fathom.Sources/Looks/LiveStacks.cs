using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Threads.Stops;

namespace Fathom.Sources.Looks;

/// <summary>Chooses how the threads of a running process are looked at: with its .NET runtime, or without one.</summary>
public static class LiveStacks
{
    /// <summary>The look at a process.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="options">How it is looked at.</param>
    public static IExtractor Of(int processId, StackExtractorOptions options)
    {
        ProcessState state = new ProcessScanner().Look(processId).State;

        // What asks for objects was refused before for a process that has none.
        return state is ProcessState.NativeAot or ProcessState.NotDotNet && !options.InspectsHeap
            ? new NativeStackExtractor(processId, state, options)
            : new LiveStackExtractor(processId, options);
    }
}

using Fathom.Model.Scheduling;

namespace Fathom.Storage.Stacks;

/// <summary>Samples and waits of a recording that is being written, with the methods of their stacks.</summary>
public interface IStackTimes
{
    /// <summary>The methods of the stacks.</summary>
    StackMethods Methods();

    /// <summary>The samples by stack, one process after the other.</summary>
    /// <param name="take">Gets them.</param>
    void Samples(Action<StackSamples> take);

    /// <summary>The waits, one process after the other, each in the order of their begin.</summary>
    /// <param name="take">Gets them.</param>
    void Waits(Action<StackWait> take);
}

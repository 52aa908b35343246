namespace Fathom.Query.Stacks;

/// <summary>What a row of the stacks view is.</summary>
public enum ThreadGrouping
{
    /// <summary>All threads with the same stack.</summary>
    Stack,

    /// <summary>One thread.</summary>
    Thread,
}

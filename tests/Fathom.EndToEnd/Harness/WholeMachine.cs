using Xunit;

namespace Fathom.EndToEnd.Harness;

/// <summary>Tests that open event sessions in all .NET programs of the machine. They run when no others do, because a session allocates strings and starts a thread in the targets of these.</summary>
[CollectionDefinition(nameof(WholeMachine), DisableParallelization = true)]
public sealed class WholeMachine;

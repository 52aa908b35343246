using Fathom.Model.Profiles;

namespace Fathom.Serializers.Profiles;

/// <summary>Begins to collect the events of a process. When the task has ended, events are on.</summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="stop">Gives up the start.</param>
/// <exception cref="Fathom.Model.FathomException">The process gives no events.</exception>
public delegate Task<IRuntimeTracing> StartTracing(int processId, CancellationToken stop);

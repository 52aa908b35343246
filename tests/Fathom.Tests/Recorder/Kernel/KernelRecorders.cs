using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

/// <summary>Tests whose recorder runs in this process: one of them switches off all events that the process has open.</summary>
[CollectionDefinition(nameof(KernelRecorders))]
public sealed class KernelRecorders;

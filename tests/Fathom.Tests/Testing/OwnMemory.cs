using Xunit;

namespace Fathom.Tests.Testing;

/// <summary>Tests that look at the memory of this process run alone.</summary>
[CollectionDefinition(nameof(OwnMemory), DisableParallelization = true)]
public sealed class OwnMemory;

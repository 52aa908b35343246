using Xunit;

namespace Fathom.Tests.Testing;

/// <summary>Tests that look at the memory of this process run alone; <c>eng/test</c> gives them a process of their own, where a collection has little to go through.</summary>
[Trait("Runs", "Alone")]
[CollectionDefinition(nameof(OwnMemory), DisableParallelization = true)]
public sealed class OwnMemory;

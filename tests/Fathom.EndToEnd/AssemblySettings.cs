using Xunit;

// Most of a test's time goes by while a target starts or the kernel writes a core, so a few at once; many would disturb each other on a machine with two cores.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
